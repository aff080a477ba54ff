export * from '../../support';
