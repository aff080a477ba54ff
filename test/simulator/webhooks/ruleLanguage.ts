import type { JsonObject } from './events';

/**
 * The part of the filtered-stream rule language that tests need: words, "phrases", #tags, @names, $cashtags, `from:`,
 * `lang:`, `conversation_id:`, `url:`, `is:` and `has:`, negation with `-`, `OR`, and brackets.
 */
export type RuleTest = (post: JsonObject, includes: JsonObject | undefined) => boolean;

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
		return (post, includes) => options.some((test) => test(post, includes));
	}
	function all(): RuleTest {
		const tests: RuleTest[] = [];
		while (at < tokens.length && tokens[at] !== ')' && tokens[at] !== 'OR') tests.push(one());
		if (tests.length === 0) throw new Error('An operator or a bracket has nothing to work on');
		return (post, includes) => tests.every((test) => test(post, includes));
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
		return negated ? (post, includes) => !test(post, includes) : test;
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
		return make(quoted.replace(/^"|"$/g, '').toLowerCase());
	}
	if (token.includes('"') && !/^"[^"]+"$/.test(token)) throw new Error('A quotation mark is not closed');
	const wanted = token.replace(/^"|"$/g, '').toLowerCase();
	const edge = /^[\p{L}\p{N}]/u.test(wanted) ? '(?<![\\p{L}\\p{N}_#@$])' : '';
	const pattern = new RegExp(`${edge}${escape(wanted)}(?![\\p{L}\\p{N}_])`, 'iu');
	return (post) => pattern.test(text(post));
}

const operators: Record<string, (value: string) => RuleTest> = {
	from: (value) => (post, includes) =>
		post.author_id === value || username(post, includes) === value.replace('@', ''),
	to: (value) => (post) => post.in_reply_to_user_id === value,
	lang: (value) => (post) => post.lang === value,
	conversation_id: (value) => (post) => post.conversation_id === value,
	url: (value) => (post) => text(post).includes(value),
	retweets_of: () => (post) => text(post).startsWith('rt @'),
	context: () => () => false,
	entity: () => () => false,
	place: () => () => false,
	place_country: () => () => false,
	is: (value) => (post) => {
		const relation = { retweet: 'retweeted', reply: 'replied_to', quote: 'quoted' }[value];
		const references = post.referenced_tweets;
		return (
			Array.isArray(references) &&
			references.some(
				(one) => typeof one === 'object' && one !== null && 'type' in one && one.type === relation,
			)
		);
	},
	has: (value) => (post) => {
		const pattern = { hashtags: /#\w/, mentions: /@\w/, cashtags: /\$[a-z]/, links: /https?:\/\// }[value];
		return pattern !== undefined && pattern.test(text(post));
	},
};

function username(post: JsonObject, includes: JsonObject | undefined): string | undefined {
	const users = includes?.users;
	if (!Array.isArray(users)) return undefined;
	for (const user of users) {
		if (typeof user === 'object' && user !== null && 'id' in user && user.id === post.author_id) {
			return typeof user.username === 'string' ? user.username.toLowerCase() : undefined;
		}
	}
	return undefined;
}

function text(post: JsonObject): string {
	return typeof post.text === 'string' ? post.text.toLowerCase() : '';
}

function escape(literal: string): string {
	return literal.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
