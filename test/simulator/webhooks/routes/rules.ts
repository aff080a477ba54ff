import { pick } from 'lodash';
import { routesOf } from '../../documented';
import {
	isRecord,
	member,
	ok,
	textMember,
	wrongParameter,
	type Route,
	type SimRequest,
	type SimResponse,
} from '../../frame';
import { invalidRequestProblem, type ProblemDetail } from '../../frame/problems';
import { parseRule } from '../../queryLanguage';
import type { StreamRule, WebhooksState } from '../state';

const PROBLEMS = 'https://api.twitter.com/2/problems/';

/** The rules of the filtered stream, shared by its HTTP connection and its webhooks. */
export const ruleRoutes: ReadonlyArray<Route<WebhooksState>> = [
	...routesOf<WebhooksState>(
		{ 'GET /2/tweets/search/stream/rules': listRules },
		{ rateLimit: { limit: 450, per: 'app' } },
	),
	...routesOf<WebhooksState>(
		{ 'POST /2/tweets/search/stream/rules': changeRules },
		{ rateLimit: { limit: 100, per: 'app' } },
	),
	...routesOf<WebhooksState>({
		'GET /2/tweets/search/stream/rules/counts': (state, request) => {
			const fields = request.query.get('rules_count.fields')?.split(',');
			const mine = { client_app_id: request.caller.appId, rule_count: state.rules.size };
			const counts = {
				all_project_client_apps: [mine],
				cap_per_client_app: String(state.settings.ruleLimit),
				cap_per_project: String(state.settings.ruleLimit),
				client_app_rules_count: mine,
				project_rules_count: String(state.rules.size),
			};
			return ok({ data: fields ? pick(counts, fields) : counts });
		},
	}),
];

/** Tokens of this list are 16 characters long, unlike all others: they hold the offset, padded to that length. */
function listRules(state: WebhooksState, request: SimRequest): SimResponse {
	const ids = request.query.get('ids')?.split(',');
	const rules = [...state.rules.values()].filter((rule) => ids === undefined || ids.includes(rule.id));
	const size = Number(request.query.get('max_results') ?? 1000);
	const token = request.query.get('pagination_token');
	const start = token === null ? 0 : Number(/^r(\d{8})ule0000$/.exec(token)?.[1] ?? NaN);
	if (Number.isNaN(start)) throw wrongParameter('The token is not valid', 'pagination_token', token ?? '');
	const page = rules.slice(start, start + size);
	const more = start + size < rules.length;
	return ok({
		...(page.length > 0 && { data: page }),
		meta: {
			sent: state.platform.clock.iso(),
			result_count: page.length,
			...(more && { next_token: `r${String(start + size).padStart(8, '0')}ule0000` }),
		},
	});
}

function changeRules(state: WebhooksState, request: SimRequest): SimResponse {
	const dryRun = request.query.get('dry_run') === 'true';
	const add = member(request.body, 'add');
	const remove = member(request.body, 'delete');
	if (request.query.get('delete_all') === 'true') {
		if (add !== undefined || remove !== undefined)
			throw wrongParameter('delete_all stands alone', 'delete_all');
		return deleted(state, [...state.rules.keys()], [], dryRun);
	}
	if (Array.isArray(add) && remove === undefined) return addRules(state, add, dryRun);
	if (isRecord(remove) && add === undefined) return removeRules(state, remove, dryRun);
	throw wrongParameter('Exactly one of add and delete is required', 'add');
}

function addRules(state: WebhooksState, wanted: readonly unknown[], dryRun: boolean): SimResponse {
	const created: StreamRule[] = [];
	const errors: unknown[] = [];
	let invalid = 0;
	for (const one of wanted) {
		const value = textMember(one, 'value') ?? '';
		const tag = textMember(one, 'tag');
		const twin = [...state.rules.values(), ...created].find((rule) => rule.value === value);
		const fault = ruleFault(state, value);
		if (twin !== undefined) {
			errors.push({ title: 'DuplicateRule', type: `${PROBLEMS}duplicate-rules`, value, id: twin.id });
		} else if (fault !== undefined) {
			invalid += 1;
			const [type, id] = [`${PROBLEMS}invalid-rules`, state.platform.newId()];
			errors.push({ title: 'UnprocessableEntity', type, value, details: [fault], id });
		} else if (state.rules.size + created.length >= state.settings.ruleLimit) {
			const detail = `Your rule count may not exceed ${state.settings.ruleLimit}.`;
			errors.push({ title: 'RulesCapExceeded', type: `${PROBLEMS}rule-cap`, detail, value });
		} else {
			created.push({ id: state.platform.newId(), value, ...(tag !== undefined && { tag }) });
		}
	}
	if (!dryRun) for (const rule of created) state.rules.set(rule.id, rule);
	return ok({
		...(created.length > 0 && { data: created }),
		meta: {
			sent: state.platform.clock.iso(),
			summary: {
				created: created.length,
				not_created: wanted.length - created.length,
				valid: wanted.length - invalid,
				invalid,
			},
		},
		...(errors.length > 0 && { errors }),
	});
}

function removeRules(state: WebhooksState, wanted: Record<string, unknown>, dryRun: boolean): SimResponse {
	const texts = (value: unknown) => (Array.isArray(value) ? value.map(String) : []);
	const ids = texts(wanted.ids);
	const values = texts(wanted.values);
	if (ids.length + values.length === 0) throw wrongParameter('ids or values is required', 'delete');
	const found = [...state.rules.values()].filter(
		(rule) => ids.includes(rule.id) || values.includes(rule.value),
	);
	const foundIds = found.map(({ id }) => id);
	const lostValues = values.filter((value) => !found.some((rule) => rule.value === value));
	const missing = [
		...ids.filter((id) => !state.rules.has(id)).map((id) => ({ ids: [id] })),
		...lostValues.map((value) => ({ values: [value] })),
	];
	return deleted(state, foundIds, missing, dryRun);
}

function deleted(
	state: WebhooksState,
	ids: readonly string[],
	missing: ReadonlyArray<ProblemDetail['parameters']>,
	dryRun: boolean,
): SimResponse {
	if (!dryRun) for (const id of ids) state.rules.delete(id);
	const summary = { deleted: ids.length, not_deleted: missing.length };
	const messages = missing.map((parameters) => ({ message: 'Rule does not exist', parameters }));
	return ok({
		meta: { sent: state.platform.clock.iso(), summary },
		...(messages.length > 0 && { errors: [invalidRequestProblem(...messages)] }),
	});
}

function ruleFault(state: WebhooksState, value: string): string | undefined {
	if (value.length > state.settings.ruleLength)
		return `Rule must be at most ${state.settings.ruleLength} long`;
	try {
		parseRule(value);
		return undefined;
	} catch (error) {
		return error instanceof Error ? error.message : String(error);
	}
}
