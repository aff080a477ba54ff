import { accountActivity } from './accountActivity';
import { activity } from './activity';
import { filteredStream } from './filteredStream';
import type { Source } from './source';

export * from './source';

export const SOURCES: readonly Source[] = [activity, accountActivity, filteredStream];
