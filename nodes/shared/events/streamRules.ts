/**
 * Rules of the filtered stream, by which both the webhook and the stream get Posts. They belong to the app, which has
 * one rule of each text.
 *
 * @see https://docs.x.com/x-api/posts/filtered-stream/integrate/build-a-rule
 */
import { chunk, partition } from 'lodash';
import { z } from 'zod';
import { listAll } from '../engine/paging';
import type { Api } from '../http/connection';
import { tokenWithoutSize } from '../operation/operation';
import { lenient, objects } from '../util/read';
import { ask } from './ask';
import type { Refuse } from './source';

const PATH = '/2/tweets/search/stream/rules';
/** Most that one request adds or deletes; no page of X names a limit. */
const BATCH = 100;

const ruleShape = z.object({ id: lenient.textOrEmpty, value: lenient.textOrEmpty, tag: lenient.text });

/** A rule on X. */
export type Rule = z.infer<typeof ruleShape>;

/** A rule that there should be. */
export interface WantedRule {
	readonly value: string;
	readonly tag: string;
}

/** All rules of the app. */
export async function listRules(app: Api): Promise<Rule[]> {
	return (await listAll(app, PATH, tokenWithoutSize())).map((entry) => ruleShape.parse(entry));
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

/** What became of rules that were to be added. */
interface AddedRules {
	readonly added: Rule[];
	/** Rules that somebody else has added since the app's rules were listed: X refuses a text that is there already. */
	readonly found: Rule[];
}

/**
 * Adds rules, all or none.
 *
 * @throws what `refuse` makes of it where X does not accept all of them.
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
		// What cannot be deleted now has the mark of the node, by which its next start finds it.
		await deleteRules(app, idsOf(rules.added)).catch(() => {});
		throw error;
	});
	return rules;
}

/** Adds what one request takes, and gives the reasons for which X does not accept the others. */
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
