/** The buttons of in-stream videos: https://docs.x.com/x-ads-api/creatives/reference#preroll-call-to-actions */
import { textValue } from '../context';
import { entityHandlers, living, type EntityKind, named } from '../entities';
import { lineItems } from '../lineItems';
import { changed } from '../samples';

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

export const prerollHandlers = entityHandlers(prerollCalls);
