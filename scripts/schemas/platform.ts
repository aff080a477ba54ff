/** X with the documented answers, cut to the fields that a request asks for. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { castArray, isPlainObject, maxBy, pick } from 'lodash';
import { operationAt, sampleOf } from '../../test/facts';
import type { Addresses } from '../../test/support/credentials';
import { whoIAm } from '../../test/support/everyForm';

type Entity = Record<string, unknown>;

/** What X sends of each entity without being asked (https://docs.x.com/x-api/fundamentals/fields, read 2026-11-23). */
const ALWAYS: Readonly<Record<string, readonly string[]>> = {
	'dm_event.fields': ['id', 'event_type', 'text'],
	'list.fields': ['id', 'name'],
	'media.fields': ['media_key', 'type'],
	'place.fields': ['id', 'full_name'],
	'poll.fields': ['id', 'options'],
	'space.fields': ['id', 'state'],
	'tweet.fields': ['id', 'text', 'edit_history_tweet_ids'],
	'user.fields': ['id', 'name', 'username'],
};

const isEntity = (value: unknown): value is Entity => isPlainObject(value);

/** The entity with the fields of the list that names most of them: a request names those of included entities too. */
function asked(entity: Entity, query: URLSearchParams): Entity {
	const lists = [...query]
		.filter(([name]) => name.endsWith('.fields'))
		.map(([name, list]) => ({ name, fields: list.split(',') }));
	const own = maxBy(lists, ({ fields }) => fields.filter((field) => field in entity).length);
	return own === undefined ? entity : pick(entity, [...(ALWAYS[own.name] ?? ['id']), ...own.fields]);
}

/** The documented answer of a request. */
function answerTo(method: string, { pathname, searchParams }: URL): object {
	const me = whoIAm(pathname, method);
	if (me !== undefined) return { data: me };
	const operation = operationAt(method, pathname);
	const { answer } = operation ? sampleOf(operation) : {};
	if (!isEntity(answer)) return { data: { id: '1', deleted: true } };
	const { includes, ...rest } = answer;
	const { data } = rest;
	const cut = castArray(data).map((each) => (isEntity(each) ? asked(each, searchParams) : each));
	return {
		...rest,
		...(data !== undefined && { data: Array.isArray(data) ? cut : cut[0] }),
		...(searchParams.has('expansions') && { includes }),
		next_cursor: null,
	};
}

/** Starts it on a free port. */
export async function startPlatform(): Promise<{ addresses: Addresses; close(): void }> {
	const server = createServer((request, response) => {
		request.resume().on('end', () => {
			const { method = 'GET', url = '' } = request;
			const body = JSON.stringify(answerTo(method, new URL(url, 'http://x')));
			response.writeHead(200, { 'content-type': 'application/json' }).end(body);
		});
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return {
		addresses: { baseUrl: origin, adsUrl: origin, adsSandboxUrl: origin },
		close: () => {
			server.closeAllConnections();
			server.close();
		},
	};
}
