export * from '../model/ids';
