export * from '../../support/trigger';
