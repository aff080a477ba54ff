export * from '../../support/credentials';
