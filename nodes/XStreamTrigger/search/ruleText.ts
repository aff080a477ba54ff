/**
 * This file reads rules of the filtered stream: their operators, and whether a Post fits, as far as the Post shows it.
 *
 * @see https://docs.x.com/x-api/posts/filtered-stream/integrate/build-a-rule (read on 22 November 2026)
 */
import { escapeRegExp } from 'lodash';
import type { IDataObject } from 'n8n-workflow';
import { isObject, object, objects, text } from '../../shared/util/lenient';

type Verdict = boolean | undefined;
type Test = (post: IDataObject, includes: IDataObject) => Verdict;

const TOKEN = /-?[a-z_]+:"[^"]*"|-?"[^"]*"(?:~\d+)?|-?\(|\)|-?[a-z_]+:\[[^\]]*\]|[^\s()]+/gi;
const OPERATOR = /^([a-z_]+):(.+)$/i;

/** Operators that rules of the stream have and recent search does not: the two lists of X compared. */
const STREAM_ONLY = new Set([
	'bio',
	'bio_location',
	'bio_name',
	'embedding',
	'embedding_threshold',
	'followers_count',
	'following_count',
	'from_affiliate_of',
	'listed_count',
	'min_followers',
	'sample',
	'source',
	'to_affiliate_of',
	'tweets_count',
	'url_contains',
	'url_description',
	'url_title',
]);

/** Each takes a part of the stack. X takes rules of 2,048 characters at most. */
const MOST_BRACKETS = 200;

const tokensOf = (rule: string): string[] => rule.match(TOKEN) ?? [];

/**
 * Finds the first operator of a rule that recent search does not have.
 *
 * @see https://docs.x.com/x-api/posts/search/integrate/operators and
 *   https://docs.x.com/x-api/posts/filtered-stream/integrate/operators (both read on 22 November 2026)
 */
export function streamOnlyOperator(rule: string): string | undefined {
	for (const token of tokensOf(rule)) {
		if (/^-?"[^"]*"~\d+$/.test(token)) return '"…"~N';
		const [, name = ''] = OPERATOR.exec(token.replace(/^-/, '')) ?? [];
		if (STREAM_ONLY.has(name.toLowerCase())) return `${name.toLowerCase()}:`;
	}
	return undefined;
}

/** Checks whether a Post fits a rule. Is undefined if only X knows. */
export function fits(rule: string, post: IDataObject, includes: IDataObject): Verdict {
	const tokens = tokensOf(rule);
	if (tokens.filter((token) => token.endsWith('(')).length > MOST_BRACKETS) return undefined;
	return new RuleReader(tokens).either()(post, includes);
}

/** AND binds closer than OR: https://docs.x.com/x-api/posts/filtered-stream/integrate/build-a-rule */
class RuleReader {
	private at = 0;

	constructor(private readonly tokens: readonly string[]) {}

	either(): Test {
		const tests = [this.all()];
		while (this.tokens[this.at] === 'OR') {
			this.at++;
			tests.push(this.all());
		}
		return (...about) => anyOf(tests.map((test) => test(...about)));
	}

	private all(): Test {
		const tests: Test[] = [];
		for (let token = this.tokens[this.at]; token !== undefined && token !== ')' && token !== 'OR';) {
			tests.push(this.one(token));
			token = this.tokens[this.at];
		}
		return (...about) => allOf(tests.map((test) => test(...about)));
	}

	private one(token: string): Test {
		this.at++;
		const isNegated = token.length > 1 && token.startsWith('-');
		const bare = isNegated ? token.slice(1) : token;
		let test: Test;
		if (bare === '(') {
			test = this.either();
			this.at++;
		} else test = testOf(bare);
		return isNegated ? (...about) => negated(test(...about)) : test;
	}
}

const negated = (verdict: Verdict): Verdict => (verdict === undefined ? undefined : !verdict);

const anyOf = (verdicts: readonly Verdict[]): Verdict =>
	verdicts.includes(true) ? true : verdicts.includes(undefined) ? undefined : false;

const allOf = (verdicts: readonly Verdict[]): Verdict =>
	verdicts.includes(false) ? false : verdicts.includes(undefined) ? undefined : true;

function testOf(token: string): Test {
	const [, name = '', value = ''] = OPERATOR.exec(token) ?? [];
	if (name === '') return hasWords(unquoted(token));
	return OPERATORS[name.toLowerCase()]?.(unquoted(value).toLowerCase()) ?? (() => undefined);
}

const unquoted = (token: string): string => token.replace(/^"|"$/g, '');

/** Checks whether a Post contains words. X cuts long texts and shortens links, so it may have more than it shows. */
function hasWords(words: string): Test {
	const before = /^[\p{L}\p{N}_]/u.test(words) ? '(?<![\\p{L}\\p{N}_#@$])' : '';
	const escaped = escapeRegExp(words).replace(/\s+/g, '\\s+');
	const pattern = new RegExp(`${before}${escaped}(?![\\p{L}\\p{N}_])`, 'iu');
	return (post) => {
		const said = text(post.text) ?? '';
		return pattern.test(said) || (!/https?:|\u2026/.test(said) ? false : undefined);
	};
}

const OPERATORS: Readonly<Record<string, (value: string) => Test>> = {
	from: (value) => (post, includes) => {
		const author = text(post.author_id);
		const name = value.replace(/^@/, '');
		if (author === undefined) return undefined;
		if (author === name) return true;
		const known = objects(includes.users).find(({ id }) => id === author);
		const username = text(known?.username);
		return username === undefined ? undefined : username.toLowerCase() === name;
	},
	lang: (value) => (post) => known(text(post.lang), (lang) => lang.toLowerCase() === value),
	conversation_id: (value) => (post) => known(text(post.conversation_id), (id) => id === value),
	is: (value) => (post) => {
		const type = { retweet: 'retweeted', reply: 'replied_to', quote: 'quoted' }[value];
		if (type === undefined || !Array.isArray(post.referenced_tweets)) return undefined;
		return objects(post.referenced_tweets).some((referenced) => referenced.type === type);
	},
	has: (value) => (post) => {
		const entities = object(post.entities);
		const name = { hashtags: 'hashtags', mentions: 'mentions', cashtags: 'cashtags', links: 'urls' }[value];
		return name === undefined || !isObject(post.entities) ? undefined : objects(entities[name]).length > 0;
	},
};

const known = (value: string | undefined, test: (value: string) => boolean): Verdict =>
	value === undefined ? undefined : test(value);
