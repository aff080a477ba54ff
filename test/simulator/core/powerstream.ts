/** Rules of the PowerStream, which is not in the OpenAPI file: https://docs.x.com/x-api/powerstream/introduction. */
import { ok, problem, Refusal } from '../frame';
import type { Parameter, Route, SimResponse } from '../frame';
import { Call, objectsOf, refuse, textOf, textsOf } from './call';
import type { CoreState } from './state';

const MAX_RULES = 1000;

function addRules(call: Call) {
	const { powerstreamRules: known } = call.state;
	const wanted = objectsOf(call.member('rules'));
	if (known.size + wanted.length > MAX_RULES) {
		const detail = `The maximum number of rules (${MAX_RULES}) would be exceeded.`;
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
const RULE_LIST = { list: true, minItems: 1, maxItems: 100 } as const;

const route = (
	method: 'GET' | 'POST' | 'DELETE',
	answer: (call: Call) => SimResponse,
	fields?: readonly Parameter[],
): Route<CoreState> => ({
	method,
	path: '/2/powerstream/rules',
	auth: ['app'],
	rateLimit: { limit: 50, windowSeconds: 86_400, group: 'powerstream rules' },
	...(fields && { body: { types: ['application/json'], required: true, fields } }),
	handler: (...all) => answer(new Call(...all)),
});

export const powerstream: ReadonlyArray<Route<CoreState>> = [
	route('GET', ({ state }) => {
		const rules = [...state.powerstreamRules.values()];
		return ok({ data: { rules }, meta: { result_count: rules.length } });
	}),
	route('POST', addRules, [
		{ name: 'rules', type: 'object', ...RULE_LIST, required: true, fields: rule(true) },
	]),
	route('DELETE', removeRules, [
		{ name: 'rules', type: 'object', ...RULE_LIST, fields: [{ name: 'id', type: 'string' }, ...rule(false)] },
		{ name: 'ids', type: 'string', ...RULE_LIST },
	]),
];
