/** What ads show: cards, the media library, Posts and buttons of in-stream videos. */
import { textValue, type Handlers } from '../context';
import { entityHandlers, living, named, type EntityKind } from '../entities';
import { lineItems } from '../lineItems';
import { changed } from '../samples';
import { cardHandlers } from './cards';
import { conversationHandlers } from './conversations';
import { libraryHandlers } from './library';
import { postHandlers } from './posts';

/** https://docs.x.com/x-ads-api/creatives/reference#preroll-call-to-actions */
const prerollCalls: EntityKind = {
	...named('preroll_call_to_action', 'prerollCalls'),
	notFound: 'NOT_FOUND',
	filters: { line_item_ids: 'line_item_id', preroll_call_to_action_ids: 'id' },
	create: (scope, values) => {
		living(lineItems, scope, textValue(values, 'line_item_id') ?? '');
		return changed(values);
	},
	update: (_scope, _entity, values) => changed(values),
};

export const creativeHandlers: Handlers = {
	...cardHandlers,
	...conversationHandlers,
	...libraryHandlers,
	...postHandlers,
	...entityHandlers(prerollCalls),
};
