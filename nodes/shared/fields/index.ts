export * from './basic';
export * from './engineFields';
export * from './entity';
export * from './exactText';
export * from './modify';
export * from './nested';
export * from './resume';
