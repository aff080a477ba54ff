export * from '../../support/simulator';
