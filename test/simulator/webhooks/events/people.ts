import { ME } from '../../identities';
import type { JsonObject, Person } from './model';

/** The account that the test credentials belong to. */
export const subscriber: Person = { id: ME.id, username: ME.username, name: ME.name };

/** Someone else: writes to, mentions, follows and likes the subscriber. */
export const STRANGER: Person = { id: '6253282', username: 'curious_customer', name: 'Curious Customer' };

/** A v2 user object as events carry it. */
export function user(person: Person): JsonObject {
	return {
		id: person.id,
		name: person.name,
		username: person.username,
		created_at: '2013-12-14T04:35:55.000Z',
		verified: false,
		verified_type: 'none',
		public_metrics: { followers_count: 128, following_count: 64, tweet_count: 512, listed_count: 2 },
	};
}

/** The same user inside the `data` wrapper that follow, DM and Space events put around it. */
export function wrapped(person: Person): JsonObject {
	return { data: user(person) };
}

const legacyFields = (person: Person): JsonObject => ({
	name: person.name,
	screen_name: person.username,
	protected: false,
	verified: false,
	followers_count: 128,
	friends_count: 64,
	statuses_count: 512,
	profile_image_url_https: 'https://pbs.example/profile_images/1/normal.png',
});

/** A v1.1 user object: numeric `id` beside `id_str`, `screen_name`, counts as plain numbers. */
export function legacyUser(person: Person): JsonObject {
	return {
		id: Number(person.id),
		id_str: person.id,
		location: null,
		url: null,
		...legacyFields(person),
		description: 'Account of the simulated platform',
		listed_count: 2,
		favourites_count: 32,
		created_at: 'Sat Dec 14 04:35:55 +0000 2013',
		default_profile: false,
	};
}

/** The short user object that follow, block and mute events of Account Activity and its `users` map carry. */
export function briefUser(person: Person, createdTimestamp: string): JsonObject {
	return { id: person.id, created_timestamp: createdTimestamp, ...legacyFields(person) };
}
