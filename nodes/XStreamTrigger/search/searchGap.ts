/** This file searches for the Posts that rules would have matched while the stream was silent. */
import { chunk, groupBy, mapValues, uniq } from 'lodash';
import type { IDataObject } from 'n8n-workflow';
import { nextToken, PagingLoopError } from '../../shared/engine/paging';
import { blames, requestProblems } from '../../shared/engine/requestProblems';
import { failureOf, isRefused, lookedAt } from '../../shared/errors';
import { digestOf } from '../../shared/events/eventDigests';
import type { Rule } from '../../shared/events/streamRules';
import type { Api } from '../../shared/http/connection';
import { timeOf } from '../../shared/model/ids';
import { token } from '../../shared/operation/operation';
import { object, objects } from '../../shared/util/lenient';
import { messageOf } from '../../shared/util/text';
import { MOST_SEARCHES, type SearchAllowance } from '../sharing/searchAllowance';
import type { StreamSelection } from '../sharing/sharedStream';
import { type Gap, type GapProgress, searchedSpan, type UnsearchedRule } from './gap';
import { fits, streamOnlyOperator } from './ruleText';

export interface SearchedRule extends Rule {
	readonly name: string | undefined;
}

type RuleBundle = readonly SearchedRule[];

/**
 * The most characters of a query of recent search on pay-per-use plans. A single rule may be longer: Enterprise plans
 * allow 4,096 characters, and otherwise X refuses it.
 *
 * @see https://docs.x.com/x-api/posts/search/integrate/build-a-query#query-limitations (read on 22 November 2026)
 */
const LONGEST = 512;

/** Leaves the Posts of some accounts out of a query, so that X does not bill them. */
const without = (accounts: readonly string[]): string => accounts.map((id) => ` -from:${id}`).join('');

/** Builds the query that finds the Posts of all rules of a bundle. */
function queryOf(bundle: RuleBundle, leftOut: readonly string[]): string {
	const [first] = bundle;
	if (bundle.length === 1 && leftOut.length === 0 && first) return first.value;
	const rules = bundle.map(({ value }) => `(${value})`).join(' OR ');
	if (leftOut.length === 0) return rules;
	return `${bundle.length === 1 ? rules : `(${rules})`}${without(leftOut)}`;
}

/** Bundles the rules, those of the same name next to each other: a Post of such a bundle has a certain name. */
function bundlesOf(rules: readonly SearchedRule[], leftOut: readonly string[]): RuleBundle[] {
	const bundles: SearchedRule[][] = [];
	let length = Infinity;
	const room = LONGEST - without(leftOut).length - '()'.length;
	for (const rule of Object.values(groupBy(rules, ({ name = '' }) => name)).flat()) {
		const added = rule.value.length + '() OR '.length;
		length += added;
		if (length > room) {
			bundles.push([]);
			length = added;
		}
		bundles.at(-1)?.push(rule);
	}
	return bundles;
}

/** Divides a bundle into two smaller ones. */
const halvesOf = (bundle: RuleBundle): RuleBundle[] => chunk(bundle, Math.ceil(bundle.length / 2));

/** Identifies a rule in what is stored. */
const ruleDigest = ({ value }: Pick<Rule, 'value'>): string => digestOf(value).slice(0, 8);

/** Identifies a query in what is stored. */
const bundleDigest = (bundle: RuleBundle): string => digestOf(bundle.map(({ value }) => value).join('\n'));

const PATH = '/2/tweets/search/recent';
const PAGES = token(100, 10);

export interface SearchAccess {
	readonly app: Api;
	readonly selection: StreamSelection;
	readonly allowance: SearchAllowance;
	readonly leftOut: readonly string[];
	readonly warn: (message: string) => void;
}

export interface GapSearch {
	/** Its progress is noted in it, so that a later attempt goes on from there. */
	readonly gap: Gap;
	/** Takes a Post in the form in which the stream would have sent it. Returns false if nothing more is wanted. */
	readonly give: (body: IDataObject) => Promise<boolean>;
	/** Called for each Post that X has returned, because X bills it. */
	readonly onRead: (post: IDataObject) => void;
	readonly signal: AbortSignal;
}

export interface Searched {
	/** The rules that a search cannot have. */
	readonly unsearched: readonly UnsearchedRule[];
	/** The time of the newest Post that X has shown. Is undefined if it has shown none. */
	readonly shown: number | undefined;
}

/**
 * Searches each rule, several in one query, which is divided if X refuses it or its Posts do not show their rules.
 * After any other failure, a later attempt goes on from there. Is undefined if nothing more is wanted.
 */
export async function searchGap(access: SearchAccess, rules: readonly SearchedRule[], search: GapSearch) {
	const { gap, signal } = search;
	const progress = (gap.progress ??= { done: [], refused: [] });
	const isRefusedRule = ({ value }: SearchedRule) => progress.refused.some(({ rule }) => rule === value);
	const open = rules.filter((rule) => !progress.done.includes(ruleDigest(rule)) && !isRefusedRule(rule));
	const impossible = open.flatMap(({ value }): UnsearchedRule[] => {
		const operator = streamOnlyOperator(value);
		return operator === undefined ? [] : [{ rule: value, reason: `a search does not have ${operator}` }];
	});
	const possible = open.filter(({ value }) => impossible.every(({ rule }) => rule !== value));
	let queue = resumed(bundlesOf(possible, access.leftOut), progress);
	if (queue.length > MOST_SEARCHES)
		access.warn(
			`The search of a gap takes ${queue.length} queries at least, and ${MOST_SEARCHES} are sent in 15 minutes`,
		);
	for (let bundle = queue[0]; bundle && !signal.aborted; bundle = queue[0]) {
		queue = queue.slice(1);
		const { isOver, divide, refusal } = await searchBundle(access, bundle, search, progress);
		if (isOver) return undefined;
		if (divide && bundle.length > 1) queue = [...halvesOf(bundle), ...queue];
		else if (refusal === undefined) progress.done.push(...bundle.map(ruleDigest));
		else progress.refused.push(...bundle.map(({ value }) => ({ rule: value, reason: refusal })));
		delete progress.page;
	}
	const { refused, shown } = progress;
	// Where no rule can be searched, a second look is of no use.
	return { unsearched: [...impossible, ...refused], shown: progress.done.length > 0 ? shown : Infinity };
}

function resumed(bundles: readonly RuleBundle[], { page }: GapProgress): RuleBundle[] {
	const isFirst = (bundle: RuleBundle) => bundleDigest(bundle) === page?.query;
	return [...bundles.filter(isFirst), ...bundles.filter((bundle) => !isFirst(bundle))];
}

interface Outcome {
	readonly isOver?: boolean;
	/** The query must be divided. */
	readonly divide?: boolean;
	readonly refusal?: string;
}

async function searchBundle(
	access: SearchAccess,
	bundle: RuleBundle,
	{ gap, give, onRead, signal }: GapSearch,
	progress: GapProgress,
): Promise<Outcome> {
	const query = bundleDigest(bundle);
	const seen = new Set<string>();
	const { from, to: end } = searchedSpan(gap);
	const bounds = new Map<Bound, string>([
		['start_time', wholeSecond(from)],
		['end_time', wholeSecond(end)],
	]);
	let next = progress.page?.query === query ? progress.page.token : undefined;
	do {
		const answer = await ask(access, bundle, bounds, next, signal);
		if ('refused' in answer) {
			// The clocks of X and of this machine differ. Without the bound, X takes its own.
			bounds.delete(answer.refused);
			continue;
		}
		if ('refusal' in answer) {
			// A page token that X no longer knows is no fault of the rules.
			if (next === undefined) return { divide: true, refusal: answer.refusal };
			next = undefined;
			delete progress.page;
			continue;
		}
		const { body } = answer;
		const posts = objects(body.data).reverse();
		posts.forEach(onRead);
		const times = posts.map(({ id }) => (typeof id === 'string' ? timeOf(id) : 0));
		progress.shown = Math.max(progress.shown ?? 0, ...times) || undefined;
		// Without an end, a search goes beyond the gap.
		const ofGap = posts.filter((_post, place) => bounds.size > 1 || (times[place] ?? 0) <= end);
		const bodies = ofGap.map((post) => streamed(post, object(body.includes), bundle));
		if (bodies.includes(undefined)) return { divide: true };
		for (const found of bodies) if (found && !(await give(found))) return { isOver: true };
		next = nextToken(PAGES, body);
		if (next === undefined) return {};
		if (seen.has(next)) return { refusal: new PagingLoopError(next).message };
		seen.add(next);
		progress.page = { query, token: next };
	} while (!signal.aborted);
	return { isOver: true };
}

type Bound = 'start_time' | 'end_time';

async function ask(
	{ app, selection, allowance, leftOut }: SearchAccess,
	bundle: RuleBundle,
	bounds: ReadonlyMap<Bound, string>,
	next: string | undefined,
	signal: AbortSignal,
): Promise<{ body: IDataObject } | { refused: Bound } | { refusal: string }> {
	await allowance.take(signal);
	const query = Object.entries({
		query: queryOf(bundle, leftOut),
		...Object.fromEntries(bounds),
		max_results: '100',
		...mapValues(selection, (values) => values.join(',')),
		...(next !== undefined && { [PAGES.request]: next }),
	});
	return await app.send({ method: 'GET', path: PATH, query }).then(
		({ body }) => ({ body: lookedAt(body) }),
		(error: unknown) => {
			const refused = [...bounds.keys()].find((bound) => isAbout(error, bound));
			// Without any bound, a search would find what is not missing.
			if (refused && bounds.size > 1) return { refused };
			if (next !== undefined && isRefused(error)) return { refusal: messageOf(error) };
			if (!isAboutQuery(error)) throw error;
			return { refusal: messageOf(error) };
		},
	);
}

const isAbout = (error: unknown, ...names: readonly string[]): boolean =>
	requestProblems(error).some((problem) => names.some((name) => blames(problem, name)));

const TOO_LONG = new Set([413, 414]);

/** Checks whether X refuses the query or a rule in it: then it does so each time. */
const isAboutQuery = (error: unknown): boolean =>
	isAbout(error, 'query', 'operator', 'rule') || TOO_LONG.has(failureOf(error)?.status ?? 0);

const wholeSecond = (time: number) => new Date(time).toISOString().replace(/\.\d+Z$/, 'Z');

/** Gives a Post the form of the stream, with the rules that it fits. Undefined if it does not show which. */
function streamed(post: IDataObject, included: IDataObject, bundle: RuleBundle): IDataObject | undefined {
	const includes = includesOf(post, included);
	const rules = matchedOf(post, includes, bundle);
	return (
		rules && {
			data: post,
			...(Object.keys(includes).length > 0 && { includes }),
			matching_rules: rules.map(({ id, tag }) => ({ id, tag })),
		}
	);
}

function matchedOf(post: IDataObject, includes: IDataObject, bundle: RuleBundle): RuleBundle | undefined {
	if (bundle.length === 1) return bundle;
	const verdicts = bundle.map((rule) => ({ rule, verdict: fits(rule.value, post, includes) }));
	const certain = verdicts.flatMap(({ rule, verdict }) => (verdict === true ? [rule] : []));
	const possible = verdicts.flatMap(({ rule, verdict }) => (verdict === false ? [] : [rule]));
	if (certain.length > 0 && certain.length === possible.length) return certain;
	if (uniq(bundle.map(({ name }) => name)).length > 1) return undefined;
	// The name is the same whichever rule it is.
	return [certain, possible, bundle].find(({ length }) => length > 0);
}

/** Picks what a page includes for one of its Posts. The page has the objects of all its Posts together. */
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
