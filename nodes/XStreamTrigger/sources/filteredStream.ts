import { chunk, mapValues } from 'lodash';
import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { listAll, pages } from '../../shared/engine/paging';
import { hasMark, readMark, withMark } from '../../shared/events/mark';
import { token, tokenWithoutSize } from '../../shared/operation/operation';
import { lenient, object, objects, text } from '../../shared/util/read';
import type { Gap } from '../stream/gaps';
import { ask, refusal, type Source, type SourceContext } from './source';
import { isOfSameN8n } from './streamMark';

const RULES = '/2/tweets/search/stream/rules';
const SEARCH = '/2/tweets/search/recent';
/** What one request adds or deletes; no document names a limit. */
const BATCH = 100;

const ruleShape = z.object({ id: lenient.textOrEmpty, value: lenient.textOrEmpty, tag: lenient.text });

type Rule = z.infer<typeof ruleShape>;
/** X says its time in whole seconds, some moments before it is read. */
const MARGIN = 10_000;

interface WantedRule {
	readonly value: string;
	readonly tag: string;
	readonly name: string | undefined;
}

/**
 * The rules of a node. They belong to the app, which has one rule of each text: one that is there already is used, and
 * only what nodes of this n8n have added is ever removed. The tag of a rule says which node added it.
 *
 * @see https://docs.x.com/x-api/posts/filtered-stream/integrate/build-a-rule
 */
export function filteredStream(context: SourceContext): Source {
	const { app, settings, node, mark, uses, warn } = context;
	const wanted: WantedRule[] = settings.rules.map(({ value, name }) => ({
		value,
		name,
		tag: withMark(name, mark),
	}));
	/** The rules in use by their IDs, with the names that the form gives them. */
	let current = new Map<string, WantedRule>();

	return {
		async ensure() {
			const present = await listRules();
			const isWanted = (rule: Rule) =>
				wanted.some(({ value, tag: own }) => rule.value === value && (rule.tag === own || !isOwn(rule)));
			// Deleted before any is added: a text can exist only once, and the tag of a rule cannot be changed.
			const stale = present.filter(
				(rule) => isOwn(rule) && !isWanted(rule) && !uses.isUsedByOthers(node, rule.id),
			);
			await deleteRules(stale.map(({ id }) => id));
			const kept = present.filter((rule) => !stale.includes(rule));
			const missing = wanted.filter(({ value }) => kept.every((rule) => rule.value !== value));
			const added = missing.length > 0 ? await addRules(missing) : [];
			const all = [...kept, ...added];
			current = new Map(
				wanted.flatMap((rule) =>
					all.flatMap(({ id, value }) => (value === rule.value ? [[id, rule] as const] : [])),
				),
			);
			const ids = [...current.keys()];
			const own = [...kept.filter(isOwn), ...added].map(({ id }) => id);
			uses.use(
				node,
				ids,
				ids.filter((id) => own.includes(id)),
			);
			nameLeftovers(kept);
			return missing.length;
		},

		async remove() {
			const ids = uses.release(node);
			current = new Map();
			if (!settings.keepsEverything) await deleteRules(ids);
		},

		own(event, body) {
			const matched = objects(body.matching_rules).flatMap((rule): WantedRule[] => {
				const known = current.get(text(rule.id) ?? '');
				return known ? [known] : wanted.filter((each) => each.tag === text(rule.tag));
			});
			const [first] = matched;
			if (!first) return undefined;
			return { ...event, tag: matched.find(({ name }) => name !== undefined)?.name };
		},

		async fill(gap, give) {
			for (const [id, rule] of current) await search(id, rule, gap, give);
		},
	};

	/** Whether this node has added a rule. */
	function isOwn(rule: Rule): boolean {
		return hasMark(rule.tag, mark);
	}

	async function listRules(): Promise<Rule[]> {
		return (await listAll(app, RULES, tokenWithoutSize())).map((entry) => ruleShape.parse(entry));
	}

	async function deleteRules(ids: readonly string[]): Promise<void> {
		for (const some of chunk(ids, BATCH))
			await app.send({ method: 'POST', path: RULES, body: { delete: { ids: some } } });
	}

	async function addRules(missing: readonly WantedRule[]): Promise<Rule[]> {
		const found: Rule[] = [];
		const reasons: string[] = [];
		for (const some of chunk(missing, BATCH)) {
			const add = some.map(({ value, tag: own }) => ({ value, tag: own }));
			const { data, errors } = added.parse(await ask(app, { method: 'POST', path: RULES, body: { add } }));
			found.push(...data);
			for (const { id, value, title, detail, details, type } of errors) {
				// Another node has added the same text meanwhile.
				if (id !== undefined && value !== undefined && /duplicate-rules$/.test(type ?? ''))
					found.push({ id, value, tag: undefined });
				else reasons.push([value, details?.[0] ?? detail ?? title].filter(Boolean).join(': '));
			}
		}
		if (missing.every(({ value }) => found.some((rule) => rule.value === value))) return found;
		await deleteRules(found.filter(isOwn).map(({ id }) => id));
		throw refusal(
			context,
			`X did not accept ${reasons.length} of ${missing.length} rules: ${reasons.join('; ')}`,
			'Correct the rules. Pay-per-use plans allow 1,000 rules of up to 1,024 characters, Enterprise plans more.',
		);
	}

	/** What other workflows of this n8n have left behind is theirs to remove, but somebody should know of it. */
	function nameLeftovers(rules: readonly Rule[]): void {
		const left = rules.filter(
			(rule) => isOfSameN8n(readMark(rule.tag), mark) && !isOwn(rule) && !uses.isUsedByOthers(node, rule.id),
		);
		if (left.length > 0)
			warn(
				`${left.length} stream rules were added by other workflows that are not running here: ${left
					.slice(0, 5)
					.map(({ id, tag: other }) => `${id} (${other})`)
					.join(', ')}`,
			);
	}

	/** Searches for what a rule would have matched. Its operators mean nearly the same in a search. */
	async function search(
		id: string,
		{ value, tag: own }: WantedRule,
		{ from, to }: Gap,
		give: (body: IDataObject) => Promise<boolean>,
	): Promise<void> {
		const query = Object.entries({
			query: value,
			start_time: wholeSecond(from),
			end_time: wholeSecond(to + MARGIN),
			...mapValues(settings.selection, (values) => values.join(',')),
		});
		const answers = pages(app, { method: 'GET', path: SEARCH, query }, token(100, 10), Infinity, () => 0);
		for await (const { body } of answers) {
			const { data, includes } = object(body);
			for (const post of objects(data).reverse()) {
				const others = includesOf(post, object(includes));
				const isWanted = await give({
					data: post,
					...(Object.keys(others).length > 0 && { includes: others }),
					matching_rules: [{ id, tag: own }],
				});
				if (!isWanted) return;
			}
		}
	}
}

const added = z.object({
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

const wholeSecond = (time: number) => new Date(time).toISOString().replace(/\.\d+Z$/, 'Z');

/** What a page includes for one of its Posts: a page holds the objects of all its Posts together. */
function includesOf(post: IDataObject, includes: IDataObject): IDataObject {
	const said = JSON.stringify(post);
	const isNamed = (entry: IDataObject) =>
		[entry.id, entry.media_key].some((id) => typeof id === 'string' && said.includes(`"${id}"`));
	return Object.fromEntries(
		Object.entries(includes).flatMap(([name, entries]) => {
			const own = objects(entries).filter(isNamed);
			return own.length > 0 ? [[name, own]] : [];
		}),
	);
}
