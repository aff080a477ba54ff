/** The core API: users, Posts, messages, media and the small families. */
import { documented } from '../documented';
import { defineArea, ok } from '../frame';
import { me } from '../identities';

export const core = defineArea<Record<string, never>>({
	name: 'core',
	createState: () => ({}),
	routes: [
		{
			...documented('GET /2/users/me'),
			rateLimit: { limit: 75 },
			handler: () => ok({ data: { id: me.id, name: me.name, username: me.username } }),
		},
	],
});
