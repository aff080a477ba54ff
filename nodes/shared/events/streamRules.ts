/**
 * Handles rules of the filtered stream, the source of Posts for both the webhook and the stream. They belong to the
 * app, which can have only one rule with a given text.
 *
 * @see https://docs.x.com/x-api/posts/filtered-stream/integrate/build-a-rule
 */
import { chunk, partition } from 'lodash';
import { z } from 'zod';
import { listAll } from '../engine/paging';
import type { Api } from '../http/connection';
import { broken, tokenWithoutSize, type BrokenRule } from '../operation/operation';
import { lenient, objects } from '../util/lenient';
import { ask } from './ask';
import { withoutMark } from './mark';
import type { Things } from './reconcile';
import type { Refuse } from './source';

const PATH = '/2/tweets/search/stream/rules';
const BATCH = 100;

const ruleShape = z.object({ id: lenient.textOrEmpty, value: lenient.textOrEmpty, tag: lenient.text });

export type Rule = z.infer<typeof ruleShape>;

export interface WantedRule {
	readonly value: string;
	readonly tag: string;
}

/** Handles the rules of an app. A rule's tag cannot be changed, so one with another name is made anew. */
export const streamRules = (app: Api, refuse: Refuse): Things<Rule, WantedRule> => ({
	list: async () => await listRules(app),
	isSame: (rule, wanted) => isSameRule(rule, wanted) && withoutMark(rule.tag) === withoutMark(wanted.tag),
	isEnough: isSameRule,
	add: async (missing, _present, added) => await addRules(app, missing, refuse, added),
	remove: async (ids, onRemoved) => await deleteRules(app, ids, onRemoved),
});

const isSameRule = (rule: Rule, { value }: WantedRule): boolean => rule.value === value;

const listRules = async (app: Api): Promise<Rule[]> =>
	(await listAll(app, PATH, tokenWithoutSize())).map((entry) => ruleShape.parse(entry));

/**
 * Finds broken rows of the form. A row with a name and no rule would match nothing. Of two rows with the same rule and
 * different names, one name would start nothing, because an app has a rule once. Empty rows are allowed.
 */
export function* brokenRows<Key extends string>(
	rows: ReadonlyArray<{ readonly [name in Key | 'value']?: string | undefined }>,
	name: Key,
): Generator<BrokenRule> {
	const names = new Map<string, string>();
	for (const [index, row] of rows.entries()) {
		const [value, own] = [(row.value ?? '').trim(), (row[name] ?? '').trim()];
		const other = names.get(value);
		if (value === '' && own !== '')
			yield broken(`rules.${index}.value`, 'required', `is required: the row has only the name "${own}"`);
		if (value !== '' && other !== undefined && other !== own)
			yield broken(
				`rules.${index}.${name}`,
				'unique',
				`is "${own}", and the same rule has the name "${other}" in another row: remove one of them`,
			);
		names.set(value, other ?? own);
	}
}

async function deleteRules(
	app: Api,
	ids: readonly string[],
	onRemoved: (ids: readonly string[]) => void = () => {},
): Promise<void> {
	for (const some of chunk(ids, BATCH)) {
		await app.send({ method: 'POST', path: PATH, body: { delete: { ids: some } } });
		onRemoved(some);
	}
}

const answerShape = z.object({
	data: z.unknown().transform((data) => objects(data).map((rule) => ruleShape.parse(rule))),
	errors: lenient.listOf(
		z.object({
			id: lenient.text,
			value: lenient.text,
			title: lenient.text,
			detail: lenient.text,
			details: z.array(z.string()).optional().catch(undefined),
			type: lenient.text,
		}),
	),
});

/** Adds rules to `added`, even if others are refused, and returns those that another program has added since. */
async function addRules(app: Api, wanted: readonly WantedRule[], refuse: Refuse, added: Rule[]) {
	const found: Rule[] = [];
	const reasons: string[] = [];
	for (const some of chunk(wanted, BATCH)) reasons.push(...(await addSome(app, some, { added, found })));
	const all = [...added, ...found];
	const missing = wanted.filter((each) => !all.some((rule) => isSameRule(rule, each)));
	if (missing.length > 0)
		throw refuse(
			`X did not accept ${missing.length} of ${wanted.length} stream rules${reasons.length > 0 ? `: ${reasons.join('; ')}` : ''}`,
			'Correct the rules. Pay-per-use plans allow 1,000 rules of up to 1,024 characters, Enterprise plans more.',
		);
	return found;
}

async function addSome(
	app: Api,
	some: readonly WantedRule[],
	{ added, found }: Record<'added' | 'found', Rule[]>,
): Promise<string[]> {
	const body = { add: some.map(({ value, tag }) => ({ value, tag })) };
	const { data, errors } = answerShape.parse(await ask(app, { method: 'POST', path: PATH, body }));
	added.push(...data);
	const [known, refused] = partition(errors, isDuplicate);
	found.push(...known.map(({ id = '', value = '' }) => ({ id, value, tag: undefined })));
	return refused.map(({ value, title, detail, details }) =>
		[value, details?.[0] ?? detail ?? title].filter(Boolean).join(': '),
	);
}

type RuleError = z.infer<typeof answerShape>['errors'][number];

const isDuplicate = ({ id, value, type }: RuleError): boolean =>
	id !== undefined && value !== undefined && /duplicate-rules$/.test(type ?? '');
