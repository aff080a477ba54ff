import { reads } from '../../shared/ads/children';
import { wholeList } from '../../shared/ads/wholeList';
import { op } from '../../shared/operation/operation';
import { adsResource } from '../resource';
import { publisherShape } from '../shapes';

export const publisherResource = adsResource('publisher', 'Publisher', {
	getMany: op({
		route: 'GET /12/publishers',
		name: 'Get Many',
		action: 'Get many publishers',
		description: 'Get the publishers whose videos in-stream ads can run with',
		auth: reads,
		fields: {},
		...wholeList(publisherShape),
	}),
});
