export * from './basic';
export * from './entity';
export * from './modify';
export * from './nested';
