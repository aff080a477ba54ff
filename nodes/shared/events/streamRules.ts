/**
 * Rules of the filtered stream, the source of Posts for both the webhook and the stream. They belong to the app,
 * which can have only one rule with a given text.
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
import type { Refuse } from './source';

const PATH = '/2/tweets/search/stream/rules';
/** The most rules that one request adds or deletes. X documents no limit. */
const BATCH = 100;

const ruleShape = z.object({ id: lenient.textOrEmpty, value: lenient.textOrEmpty, tag: lenient.text });

export type Rule = z.infer<typeof ruleShape>;

/** A rule that should exist. */
export interface WantedRule {
	readonly value: string;
	readonly tag: string;
}

export async function listRules(app: Api): Promise<Rule[]> {
	return (await listAll(app, PATH, tokenWithoutSize())).map((entry) => ruleShape.parse(entry));
}

/**
 * The broken rules of rows of the form. A row that has a name and no rule: what was to be matched would be missing. Two
 * rows that have the same rule and different names: an app has a rule once, so one of the names would start nothing. A
 * row that is empty as a whole is one that no one filled in.
 *
 * @param name The key of the name in a row.
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

export const idsOf = (rules: readonly Rule[]): string[] => rules.map(({ id }) => id);

export async function deleteRules(app: Api, ids: readonly string[]): Promise<void> {
	for (const some of chunk(ids, BATCH))
		await app.send({ method: 'POST', path: PATH, body: { delete: { ids: some } } });
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

/** The result of adding rules. */
interface AddedRules {
	readonly added: Rule[];
	/**
	 * Rules that another program has added since the app's rules were listed. X refuses a text that already exists.
	 */
	readonly found: Rule[];
}

/**
 * Adds all rules or none.
 *
 * @throws The error from `refuse` if X does not accept all of them.
 */
export async function addRules(app: Api, wanted: readonly WantedRule[], refuse: Refuse): Promise<AddedRules> {
	const rules: AddedRules = { added: [], found: [] };
	const add = async () => {
		const reasons: string[] = [];
		for (const some of chunk(wanted, BATCH)) reasons.push(...(await addSome(app, some, rules)));
		const all = [...rules.added, ...rules.found];
		const missing = wanted.filter(({ value }) => all.every((rule) => rule.value !== value));
		if (missing.length > 0)
			throw refuse(
				`X did not accept ${missing.length} of ${wanted.length} stream rules${reasons.length > 0 ? `: ${reasons.join('; ')}` : ''}`,
				'Correct the rules. Pay-per-use plans allow 1,000 rules of up to 1,024 characters, Enterprise plans more.',
			);
	};
	await add().catch(async (error: unknown) => {
		// Rules that cannot be deleted now have the node's mark, by which its next start finds them.
		await deleteRules(app, idsOf(rules.added)).catch(() => {});
		throw error;
	});
	return rules;
}

/** Adds as many rules as one request takes, and returns X's reasons for those that it does not accept. */
async function addSome(
	app: Api,
	some: readonly WantedRule[],
	{ added, found }: AddedRules,
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
