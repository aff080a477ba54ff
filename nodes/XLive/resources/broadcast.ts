import { op, user as userAuth, resource } from '../../shared/operation/operation';
import { filters, list } from '../../shared/fields';
import { readOne, readPages } from '../../shared/core/selections';
import { BROADCAST_ID, broadcast } from '../operations/broadcast';

const auth = userAuth('broadcast.read');

/** Live videos of the authenticated user: https://docs.x.com/x-api/broadcasts/list-broadcasts */
export const broadcastResource = resource({
	value: 'broadcast',
	operations: {
		get: op({
			route: 'GET /2/broadcasts/{id}',
			action: 'Get a broadcast',
			description: 'Get one of your live videos, with its state, times and number of viewers',
			auth,
			...readOne('broadcast', { id: broadcast }),
		}),
		getMany: op({
			route: 'GET /2/broadcasts',
			action: 'Get many broadcasts',
			description: 'Get your live videos, including those that have ended',
			auth,
			...readPages(
				'broadcast',
				filters({
					ids: list({
						label: 'Broadcast IDs',
						max: 100,
						...BROADCAST_ID,
						description: 'Only these, up to 100 IDs, separated by commas',
					}),
				}),
				100,
			),
		}),
	},
});
