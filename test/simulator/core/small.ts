/** The small families: news, connections of streams, PowerStream rules, community notes, trends, usage. */
import { pick } from 'lodash';
import type { Method } from '../../facts';
import { notFound, ok, problem, Refusal } from '../frame';
import type { Parameter, Route, SimResponse } from '../frame';
import { Call, forbidden, objectOf, objectsOf, refuse, textOf, textsOf, type Answers } from './call';
import type { Connection } from './model';
import { newestFirst, type CoreState } from './state';

const news: Answers = {
	'GET /2/news/search': (call) => {
		const oldest = call.platform.clock.now() - Number(call.query('max_age_hours') || 168) * 3_600_000;
		const found = call
			.matching(call.state.news.values(), ({ name, summary, keywords }) =>
				[name, summary, ...textsOf(keywords)].join(' '),
			)
			.filter(({ updated_at }) => Date.parse(textOf(updated_at)) >= oldest);
		return call.all('news', found.slice(0, Number(call.query('max_results') || 10)));
	},
	'GET /2/news/{id}': (call) => call.one('news', call.need(call.state.news, 'news', call.path('id'))),
};

const isActive = ({ disconnected_at }: Connection) => disconnected_at === undefined;

/** Ends connections; tells which of them there were. */
function end(call: Call, ids: readonly string[]) {
	const results = ids.map((uuid) => {
		const found = call.state.connections.get(uuid);
		if (!found || !isActive(found)) return { uuid, success: false, error_message: 'Connection not found' };
		found.disconnected_at = call.platform.clock.iso();
		found.disconnect_reason = 'operator_disconnect';
		return { uuid, success: true };
	});
	const ended = results.filter(({ success }) => success).length;
	return { data: { successful_kills: ended, failed_kills: ids.length - ended, results } };
}

const active = ({ connections }: CoreState, belongs: (one: Connection) => boolean = () => true) =>
	[...connections.values()].filter((one) => isActive(one) && belongs(one)).map(({ id }) => id);

const connections: Answers = {
	'GET /2/connections': (call) => {
		const status = call.query('status') || 'active';
		const endpoints = call.list('endpoints');
		const found = [...call.state.connections.values()].filter(
			(one) =>
				(status === 'all' || (status === 'active') === isActive(one)) &&
				(endpoints.length === 0 || endpoints.includes(one.endpoint_name)),
		);
		return call.page('connections', found, 10);
	},
	'DELETE /2/connections': (call) => end(call, textsOf(call.member('uuids'))),
	'DELETE /2/connections/all': (call) => end(call, active(call.state)),
	'DELETE /2/connections/{endpoint_id}': (call) =>
		end(
			call,
			active(call.state, ({ endpoint_name }) => endpoint_name === call.path('endpoint_id')),
		),
};

/** Community notes are written in test mode only: https://docs.x.com/x-api/community-notes/introduction. */
function needTestMode(call: Call): void {
	const given = call.query('test_mode') || String(call.member('test_mode'));
	if (given !== 'true') refuse('test_mode must be true for this note writer', { test_mode: [given] });
}

const notes: Answers = {
	'GET /2/notes/search/posts_eligible_for_notes': (call) => {
		needTestMode(call);
		const others = newestFirst(call.state.posts).filter(({ author_id }) => author_id !== call.me);
		return call.page('tweets', others, 10);
	},
	'GET /2/notes/search/notes_written': (call) => {
		needTestMode(call);
		const mine = newestFirst(call.state.notes).filter(({ author_id }) => author_id === call.me);
		const result = { evaluation_outcome: [] };
		return call.page(
			'notes',
			mine.map((note) => ({ ...note, scoring_status: note.status, test_result: result })),
			10,
		);
	},
	'POST /2/notes': (call) => {
		needTestMode(call);
		const post_id = call.post(call.text('post_id'), 'post_id').id;
		// A link counts as one character.
		if ([...call.text('info.text').replace(/https?:\/\/\S+/g, '.')].length > 280)
			refuse('$.info.text: must be at most 280 characters long', { 'info.text': [] });
		const isTwin = newestFirst(call.state.notes).some(
			({ author_id, info }) => author_id === call.me && info.post_id === post_id,
		);
		if (isTwin) throw forbidden('You have already written a note for this Post.');
		const id = call.platform.newId();
		const info = { ...objectOf(call.member('info')), post_id };
		call.state.notes.set(id, { id, author_id: call.me, info, status: 'needs_more_ratings' });
		return { data: { id } };
	},
	'POST /2/notes/evaluate': (call) => {
		call.post(call.text('post_id'), 'post_id');
		return { data: { claim_opinion_score: Math.min(1, [...call.text('note_text')].length / 280) } };
	},
	'DELETE /2/notes/{id}': (call) => {
		const { id, author_id } = call.need(call.state.notes, 'tweet', call.path('id'));
		if (author_id !== call.me) throw forbidden('You may delete your own notes only.');
		call.state.notes.delete(id);
		return { data: { id, deleted: true } };
	},
};

const places = ['1', '2459115', '23424977', '638242', '44418'];
const rows = <T>(count: number, make: (index: number) => T) =>
	Array.from({ length: count }, (_none, index) => make(index));

const numbers: Answers = {
	'GET /2/trends/by/woeid/{woeid}': (call) => {
		const woeid = call.path('woeid');
		if (!places.includes(woeid)) throw new Refusal(notFound('woeid', woeid, 'place'));
		const fields = call.list('trend.fields');
		const data = rows(Number(call.query('max_trends') || 20), (index) => ({
			trend_name: `#Trend${woeid}_${index + 1}`,
			tweet_count: 90_000 - index * 1200,
		}));
		return { data: fields.length > 0 ? data.map((row) => pick(row, ['trend_name', ...fields])) : data };
	},
	'GET /2/users/personalized_trends': (call) => {
		if (call.user(call.me).subscription_type === 'None')
			throw forbidden('Personalized trends need a Premium subscription.');
		const data = rows(10, (index) => ({
			trend_name: `For you ${index + 1}`,
			category: index % 2 === 0 ? 'News' : 'Sports',
			post_count: `${10 - index}K posts`,
			trending_since: `${index + 1} hours ago`,
		}));
		const fields = call.list('personalized_trend.fields');
		return { data: fields.length > 0 ? data.map((row) => pick(row, ['trend_name', ...fields])) : data };
	},
	'GET /2/usage/tweets': (call) => {
		const days = Number(call.query('days') || 7);
		const usage = rows(days, (index) => ({
			date: call.platform.clock.iso(-index * 86_400_000),
			usage: String(120 + index),
		}));
		const project_id = '1400000000000000001';
		const all = {
			...{ project_cap: '2000000', project_id, project_usage: String(days * 123), cap_reset_day: 12 },
			daily_project_usage: { project_id, usage },
			daily_client_app_usage: [{ client_app_id: '9100000000000000001', usage_result_count: days, usage }],
		};
		const shown = ['project_cap', 'project_id', 'project_usage', 'cap_reset_day'];
		return { data: pick(all, [...shown, ...call.list('usage.fields')]) };
	},
};

export const small: Answers = { ...news, ...connections, ...notes, ...numbers };

const maxRules = 1000;

function addRules(call: Call) {
	const { powerstreamRules: known } = call.state;
	const wanted = objectsOf(call.member('rules'));
	if (known.size + wanted.length > maxRules) {
		const detail = `The maximum number of rules (${maxRules}) would be exceeded.`;
		throw new Refusal(problem(400, 'rule-cap', 'Rule Cap', detail));
	}
	const errors: unknown[] = [];
	const rules = wanted.flatMap((entry) => {
		const value = textOf(entry.value);
		const twin = [...known.values()].find((rule) => rule.value === value);
		if (twin) {
			const type = 'https://api.twitter.com/2/problems/duplicate-rules';
			errors.push({ value, id: twin.id, title: 'DuplicateRule', type, detail: 'Duplicate rule' });
			return [];
		}
		const tag = textOf(entry.tag);
		const rule = { id: call.platform.newId(), value, ...(tag && { tag }) };
		known.set(rule.id, rule);
		return [rule];
	});
	const meta = { summary: { created: rules.length, not_created: errors.length } };
	return ok({ data: { rules }, meta, ...(errors.length > 0 && { errors }) }, 201);
}

function removeRules(call: Call) {
	const { powerstreamRules: known } = call.state;
	if ((call.member('rules') === undefined) === (call.member('ids') === undefined))
		refuse('$: either rules or ids', { rules: [], ids: [] });
	const ids = [
		...textsOf(call.member('ids')),
		...objectsOf(call.member('rules')).map(
			({ id, value }) => textOf(id) || ([...known.values()].find((rule) => rule.value === value)?.id ?? ''),
		),
	];
	const deleted = ids.filter((id) => known.delete(id)).length;
	const meta = { summary: { deleted, not_deleted: ids.length - deleted } };
	return ok({ data: { deleted: deleted > 0 }, meta });
}

const rule = (required: boolean): Parameter[] => [
	{ name: 'value', type: 'string', required, minLength: 1, maxLength: 2048 },
	{ name: 'tag', type: 'string' },
];
const some = { list: true, minItems: 1, maxItems: 100 } as const;
const powerstreamBodies: Readonly<Record<string, readonly Parameter[]>> = {
	POST: [{ name: 'rules', type: 'object', ...some, required: true, fields: rule(true) }],
	DELETE: [
		{ name: 'rules', type: 'object', ...some, fields: [{ name: 'id', type: 'string' }, ...rule(false)] },
		{ name: 'ids', type: 'string', ...some },
	],
};

/** PowerStream is not in the OpenAPI file: https://docs.x.com/x-api/powerstream/introduction. */
const powerstreamRoute = (method: Method, answer: (call: Call) => SimResponse): Route<CoreState> => {
	const fields = powerstreamBodies[method];
	return {
		...{ method, path: '/2/powerstream/rules', auth: ['app'] },
		rateLimit: { limit: 50, windowSeconds: 86_400, group: 'powerstream rules' },
		...(fields && { body: { types: ['application/json'], required: true, fields } }),
		handler: (...all) => answer(new Call(...all)),
	};
};

export const powerstream: ReadonlyArray<Route<CoreState>> = [
	powerstreamRoute('GET', ({ state }) => {
		const rules = [...state.powerstreamRules.values()];
		return ok({ data: { rules }, meta: { result_count: rules.length } });
	}),
	powerstreamRoute('POST', addRules),
	powerstreamRoute('DELETE', removeRules),
];
