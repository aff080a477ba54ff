import { many, op } from '../../shared/operation/operation';
import { reads } from '../auth';
import { adsResource } from '../resource';
import { publisherShape } from '../shapes';

/** Documentation: publishers. */
export const publisherResource = adsResource('publisher', 'Publisher', {
	getMany: op({
		route: 'GET /12/publishers',
		name: 'Get Many',
		action: 'Get many publishers',
		description: 'Get the publishers whose videos in-stream ads can run with',
		auth: reads,
		fields: {},
		result: many(publisherShape),
	}),
});
