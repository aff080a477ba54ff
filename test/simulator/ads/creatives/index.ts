/** What ads show: cards, the media library, Posts and buttons of in-stream videos. */
import type { Handlers } from '../context';
import { cardHandlers } from './cards';
import { conversationHandlers } from './conversations';
import { libraryHandlers } from './library';
import { postHandlers } from './posts';
import { prerollHandlers } from './preroll';

export const creativeHandlers: Handlers = {
	...cardHandlers,
	...conversationHandlers,
	...libraryHandlers,
	...postHandlers,
	...prerollHandlers,
};
