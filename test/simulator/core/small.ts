/** The small families: news, streaming connections, PowerStream rules, trends, usage. */
import { documented } from '../documented';
import {
	invalidRequest,
	notFound,
	ok,
	Refusal,
	problem,
	type Bounds,
	type Route,
	type SimRequest,
	type SimResponse,
} from '../frame';
import { forbidden, page } from './answer';
import { bodyOf, objectsOf, textOf, textsOf } from './body';
import { pick } from './render';
import { newestFirst, type Connection, type CoreState } from './state';

const maxRules = 1000;
const ruleBounds: Bounds[] = [
	{ name: 'value', type: 'string', required: true, minLength: 1, maxLength: 2048 },
	{ name: 'tag', type: 'string' },
];

export const smallRoutes: ReadonlyArray<Route<CoreState>> = [
	{
		...documented('GET /2/news/search'),
		rateLimit: { limit: 200 },
		handler: (state, request, platform) => {
			const words = (request.query.get('query') ?? '').toLowerCase().split(/\s+/).filter(Boolean);
			const oldest = platform.clock.now() - Number(request.query.get('max_age_hours') ?? 168) * 3_600_000;
			const found = [...state.news.values()].filter((story) => {
				const text = `${story.name} ${story.summary} ${story.keywords.join(' ')}`.toLowerCase();
				return Date.parse(story.updated_at) >= oldest && words.every((word) => text.includes(word));
			});
			const data = found
				.slice(0, Number(request.query.get('max_results') ?? 10))
				.map((story) => pick(story, newsFields(request)));
			return ok({ ...(data.length > 0 && { data }), meta: { result_count: data.length } });
		},
	},
	{
		...documented('GET /2/news/{id}'),
		rateLimit: { limit: 200 },
		handler: (state, request) => {
			const id = request.params['id'] ?? '';
			const story = state.news.get(id);
			if (!story) throw new Refusal(notFound('id', id, 'news'));
			return ok({ data: pick(story, newsFields(request)) });
		},
	},
	{
		...documented('GET /2/connections'),
		handler: (state, request, platform) => {
			const status = request.query.get('status') ?? 'active';
			const endpoints = request.query.get('endpoints')?.split(',');
			const found = [...state.connections.values()].filter(
				(connection) =>
					(status === 'all' || (status === 'active') === isActive(connection)) &&
					(endpoints?.includes(connection.endpoint_name) ?? true),
			);
			const fields = [
				'id',
				'endpoint_name',
				'connected_at',
				...(request.query.get('connection.fields')?.split(',') ?? []),
			];
			return page(platform, request, found, 10, (connection) => pick(connection, fields));
		},
	},
	{
		...documented('DELETE /2/connections'),
		handler: (state, request, platform) => {
			const uuids = textsOf(bodyOf(request)['uuids']);
			return kill(
				uuids.map((uuid) => ({ uuid, found: state.connections.get(uuid) })),
				platform.clock.iso(),
			);
		},
	},
	{
		...documented('DELETE /2/connections/all'),
		rateLimit: { limit: 25 },
		handler: (state, _request, platform) => {
			const active = [...state.connections.values()].filter(isActive);
			return kill(
				active.map((found) => ({ uuid: found.id, found })),
				platform.clock.iso(),
			);
		},
	},
	{
		...documented('DELETE /2/connections/{endpoint_id}'),
		rateLimit: { limit: 25 },
		handler: (state, request, platform) => {
			const active = [...state.connections.values()].filter(
				(one) => isActive(one) && one.endpoint_name === request.params['endpoint_id'],
			);
			return kill(
				active.map((found) => ({ uuid: found.id, found })),
				platform.clock.iso(),
			);
		},
	},
	{
		method: 'GET',
		path: '/2/powerstream/rules',
		auth: ['app'],
		rateLimit: { limit: 50, windowSeconds: 86_400, group: 'powerstream rules' },
		handler: (state) => {
			const rules = [...state.powerstreamRules.values()];
			return ok({ data: { rules }, meta: { result_count: rules.length } });
		},
	},
	{
		method: 'POST',
		path: '/2/powerstream/rules',
		auth: ['app'],
		rateLimit: { limit: 50, windowSeconds: 86_400, group: 'powerstream rules' },
		body: {
			fields: [
				{ name: 'rules', type: 'objects', required: true, minItems: 1, maxItems: 100, nested: ruleBounds },
			],
		},
		handler: (state, request, platform) => {
			const wanted = objectsOf(bodyOf(request)['rules']);
			if (state.powerstreamRules.size + wanted.length > maxRules) {
				throw new Refusal(
					problem(
						400,
						'rule-cap',
						'Rule Cap',
						`The maximum number of rules (${maxRules}) would be exceeded.`,
					),
				);
			}
			const errors: unknown[] = [];
			const rules = wanted.flatMap((entry) => {
				const value = textOf(entry['value']);
				const twin = newestFirst(state.powerstreamRules).find((rule) => rule.value === value);
				if (twin) {
					errors.push({
						value,
						id: twin.id,
						title: 'DuplicateRule',
						type: 'https://api.twitter.com/2/problems/duplicate-rules',
						detail: 'Duplicate rule',
					});
					return [];
				}
				const tag = textOf(entry['tag']);
				const rule = { id: platform.newId(), value, ...(tag && { tag }) };
				state.powerstreamRules.set(rule.id, rule);
				return [rule];
			});
			return ok(
				{
					data: { rules },
					meta: { summary: { created: rules.length, not_created: errors.length } },
					...(errors.length > 0 && { errors }),
				},
				201,
			);
		},
	},
	{
		method: 'DELETE',
		path: '/2/powerstream/rules',
		auth: ['app'],
		rateLimit: { limit: 50, windowSeconds: 86_400, group: 'powerstream rules' },
		body: {
			fields: [
				{
					name: 'rules',
					type: 'objects',
					minItems: 1,
					maxItems: 100,
					nested: [
						{ name: 'id', type: 'string' },
						...ruleBounds.map((bounds) => ({ ...bounds, required: false })),
					],
				},
				{ name: 'ids', type: 'list', minItems: 1, maxItems: 100 },
			],
		},
		handler: (state, request) => {
			const body = bodyOf(request);
			if ((body['rules'] === undefined) === (body['ids'] === undefined)) {
				throw new Refusal(
					invalidRequest({ message: '$: either rules or ids', parameters: { rules: [], ids: [] } }),
				);
			}
			const all = newestFirst(state.powerstreamRules);
			const ids = [
				...textsOf(body['ids']),
				...objectsOf(body['rules']).map(
					(entry) => textOf(entry['id']) || (all.find((rule) => rule.value === entry['value'])?.id ?? ''),
				),
			];
			const deleted = ids.filter((id) => state.powerstreamRules.delete(id)).length;
			return ok({
				data: { deleted: deleted > 0 },
				meta: { summary: { deleted, not_deleted: ids.length - deleted } },
			});
		},
	},
	{
		...documented('GET /2/trends/by/woeid/{woeid}'),
		rateLimit: { limit: 75 },
		handler: (_state, request) => {
			const woeid = request.params['woeid'] ?? '';
			if (!['1', '2459115', '23424977', '638242', '44418'].includes(woeid))
				throw new Refusal(notFound('woeid', woeid, 'place'));
			const fields = request.query.get('trend.fields')?.split(',') ?? ['trend_name', 'tweet_count'];
			const count = Number(request.query.get('max_trends') ?? 20);
			const data = Array.from({ length: count }, (_none, index) => ({
				trend_name: `#Trend${woeid}_${index + 1}`,
				tweet_count: 90_000 - index * 1200,
			}));
			return ok({ data: data.map((trend) => pick(trend, ['trend_name', ...fields])) });
		},
	},
	{
		...documented('GET /2/users/personalized_trends'),
		rateLimit: [{ limit: 10 }, { limit: 100, windowSeconds: 86_400, headers: '' }],
		handler: (state, request) => {
			if (state.users.get(request.caller.userId)?.subscription_type === 'None')
				throw forbidden('Personalized trends need a Premium subscription.');
			const fields = request.query.get('personalized_trend.fields')?.split(',') ?? [
				'trend_name',
				'category',
				'post_count',
				'trending_since',
			];
			const data = Array.from({ length: 10 }, (_none, index) => ({
				trend_name: `For you ${index + 1}`,
				category: index % 2 === 0 ? 'News' : 'Sports',
				post_count: `${10 - index}K posts`,
				trending_since: `${index + 1} hours ago`,
			}));
			return ok({ data: data.map((trend) => pick(trend, ['trend_name', ...fields])) });
		},
	},
	{
		...documented('GET /2/usage/tweets'),
		rateLimit: { limit: 50 },
		handler: (_state, request, platform) => {
			const days = Number(request.query.get('days') ?? 7);
			const usage = Array.from({ length: days }, (_none, index) => ({
				date: platform.clock.iso(-index * 86_400_000),
				usage: String(120 + index),
			}));
			const all = {
				cap_reset_day: 12,
				project_cap: '2000000',
				project_id: '1400000000000000001',
				project_usage: String(days * 123),
				daily_project_usage: { project_id: '1400000000000000001', usage },
				daily_client_app_usage: [{ client_app_id: '9100000000000000001', usage_result_count: days, usage }],
			};
			const fields = request.query.get('usage.fields')?.split(',') ?? [];
			return ok({
				data: pick(all, ['project_cap', 'project_id', 'project_usage', 'cap_reset_day', ...fields]),
			});
		},
	},
];

function newsFields(request: SimRequest): string[] {
	return ['id', 'name', ...(request.query.get('news.fields')?.split(',') ?? [])];
}

function isActive(connection: Connection): boolean {
	return connection.disconnected_at === undefined;
}

function kill(
	targets: ReadonlyArray<{ uuid: string; found: Connection | undefined }>,
	now: string,
): SimResponse {
	const results = targets.map(({ uuid, found }) => {
		if (!found || !isActive(found)) return { uuid, success: false, error_message: 'Connection not found' };
		found.disconnected_at = now;
		found.disconnect_reason = 'operator_disconnect';
		return { uuid, success: true };
	});
	const successful = results.filter((result) => result.success).length;
	return ok({ data: { successful_kills: successful, failed_kills: results.length - successful, results } });
}
