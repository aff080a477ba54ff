/**
 * The part of the query language that tests need, for searches and for rules of the filtered stream: words, "phrases",
 * #tags, @names, $cashtags, operators, negation with `-`, `OR`, and brackets:
 * https://docs.x.com/x-api/posts/search/integrate/operators.
 */
import { get } from 'lodash';

type Post = Readonly<Record<string, unknown>>;

/** Whether a Post fits; `author` is the username of who wrote it. */
type RuleTest = (post: object, author?: string) => boolean;

/** Reads a rule. Throws an Error saying what is wrong with it. */
export function parseRule(value: string): RuleTest {
	const tokens = value.match(/-?[\w.]+:"[^"]*"|-?"[^"]*"|-?\(|\)|[^\s()]+/g) ?? [];
	if (tokens.length === 0) throw new Error('The rule is empty');
	let at = 0;

	function either(): RuleTest {
		const options = [all()];
		while (tokens[at] === 'OR') {
			at += 1;
			options.push(all());
		}
		return (post, author) => options.some((test) => test(post, author));
	}
	function all(): RuleTest {
		const tests: RuleTest[] = [];
		while (at < tokens.length && tokens[at] !== ')' && tokens[at] !== 'OR') tests.push(one());
		if (tests.length === 0) throw new Error('An operator or a bracket has nothing to work on');
		return (post, author) => tests.every((test) => test(post, author));
	}
	function one(): RuleTest {
		const token = tokens[at] ?? '';
		at += 1;
		const negated = token.startsWith('-') && token.length > 1;
		const positive = negated ? token.slice(1) : token;
		let test: RuleTest;
		if (positive === '(') {
			test = either();
			if (tokens[at] !== ')') throw new Error('A bracket is not closed');
			at += 1;
		} else {
			test = term(positive);
		}
		return negated ? (post, author) => !test(post, author) : test;
	}

	const rule = either();
	if (at < tokens.length) throw new Error('A bracket is closed that was never opened');
	return rule;
}

function term(token: string): RuleTest {
	const operator = /^([a-z_]+):(.+)$/i.exec(token);
	if (operator !== null && !token.startsWith('"')) {
		const [, name = '', quoted = ''] = operator;
		const make = operators[name];
		if (make === undefined) throw new Error(`Unknown operator ${name}:`);
		const test = make(quoted.replace(/^"|"$/g, '').toLowerCase());
		return (post, author) => test(post as Post, author);
	}
	if (token.includes('"') && !/^"[^"]+"$/.test(token)) throw new Error('A quotation mark is not closed');
	const wanted = token.replace(/^"|"$/g, '').toLowerCase();
	const edge = /^[\p{L}\p{N}]/u.test(wanted) ? '(?<![\\p{L}\\p{N}_#@$])' : '';
	const pattern = new RegExp(`${edge}${escape(wanted)}(?![\\p{L}\\p{N}_])`, 'iu');
	return (post) => pattern.test(text(post));
}

/** A relation of a Post to another one. */
const refers = (type: string | undefined) => (post: Post) =>
	Array.isArray(post.referenced_tweets) &&
	post.referenced_tweets.some((one: { type?: string }) => one.type === type);

const atLeast = (count: string) => (least: string) => (post: Post) =>
	Number(get(post, ['public_metrics', count])) >= Number(least);

const RELATIONS: Readonly<Record<string, string>> = {
	retweet: 'retweeted',
	reply: 'replied_to',
	quote: 'quoted',
};
const PARTS: Readonly<Record<string, RegExp>> = {
	hashtags: /#\w/,
	mentions: /@\w/,
	cashtags: /\$[a-z]/,
	links: /https?:\/\//,
};

/** What rules of the stream have and searches do not: https://docs.x.com/x-api/fundamentals/recovery-and-redundancy */
export const STREAM_ONLY = ['sample', 'bio', 'bio_name', 'bio_location'];

const operators: Readonly<Record<string, (value: string) => (post: Post, author?: string) => boolean>> = {
	from: (value) => (post, author) =>
		post.author_id === value || author?.toLowerCase() === value.replace('@', ''),
	to: (value) => (post) => post.in_reply_to_user_id === value,
	lang: (value) => (post) => post.lang === value,
	conversation_id: (value) => (post) => post.conversation_id === value,
	in_reply_to_tweet_id: (value) => (post) =>
		Array.isArray(post.referenced_tweets) &&
		post.referenced_tweets.some(
			(one: { type?: string; id?: string }) => one.type === 'replied_to' && one.id === value,
		),
	url: (value) => (post) => text(post).includes(value),
	...Object.fromEntries(STREAM_ONLY.map((name) => [name, () => () => true])),
	retweets_of: () => (post) => text(post).startsWith('rt @'),
	context: () => () => false,
	entity: () => () => false,
	place: () => () => false,
	place_country: () => () => false,
	min_likes: atLeast('like_count'),
	min_replies: atLeast('reply_count'),
	min_reposts: atLeast('retweet_count'),
	is: (value) => {
		const relation = RELATIONS[value];
		if (relation === undefined && value !== 'verified') throw new Error(`Unknown operator is:${value}`);
		return relation === undefined ? () => true : refers(relation);
	},
	has: (value) => (post) => {
		const isAttached = value === 'media' || value === 'images';
		return isAttached
			? get(post, 'attachments.media_keys') !== undefined
			: PARTS[value]?.test(text(post)) === true;
	},
};

function text(post: object): string {
	const value: unknown = get(post, 'text');
	return typeof value === 'string' ? value.toLowerCase() : '';
}

function escape(literal: string): string {
	return literal.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
