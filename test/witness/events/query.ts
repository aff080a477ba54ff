/**
 * Whether a Post matches a query or a rule, as far as histories use operators:
 * https://docs.x.com/x-api/posts/search/integrate/operators (read on 2026-11-22).
 */
export interface Matched {
	readonly text: string;
	readonly author: string;
	readonly username?: string;
}

type Test = (post: Matched) => boolean;

/** Operators that a stream's rules have and search has not. */
const STREAM_ONLY = ['sample', 'bio', 'bio_name', 'bio_location'];

export class InvalidQuery extends Error {}

/** @param forSearch Whether search reads it, which refuses what only rules have. */
export function compile(query: string, forSearch: boolean): Test {
	const key = `${forSearch} ${query}`;
	const known = compiled.get(key) ?? read(query, forSearch);
	compiled.set(key, known);
	return known;
}

/** A history has hundreds of rules, and X reads each of them for each Post. */
const compiled = new Map<string, Test>();

function read(query: string, forSearch: boolean): Test {
	const tokens = query.match(/-?\(|\)|-?"[^"]*"|[^\s()]+/g) ?? [];
	let place = 0;
	const either = (): Test => {
		const tests = [all()];
		while (tokens[place] === 'OR') {
			place++;
			tests.push(all());
		}
		return (post) => tests.some((test) => test(post));
	};
	const all = (): Test => {
		const tests: Test[] = [];
		while (place < tokens.length && tokens[place] !== ')' && tokens[place] !== 'OR') tests.push(one());
		if (tests.length === 0) throw new InvalidQuery('There is a missing term');
		return (post) => tests.every((test) => test(post));
	};
	const one = (): Test => {
		const token = tokens[place++] ?? '';
		if (token !== '(' && token !== '-(') return term(token, forSearch);
		const inner = either();
		if (tokens[place++] !== ')') throw new InvalidQuery('A parenthesis is not closed');
		return token === '(' ? inner : (post) => !inner(post);
	};
	const test = either();
	if (place < tokens.length) throw new InvalidQuery(`Unexpected ${tokens[place] ?? ''}`);
	return test;
}

function term(token: string, forSearch: boolean): Test {
	if (token.startsWith('-')) {
		const inner = term(token.slice(1), forSearch);
		return (post) => !inner(post);
	}
	const [, operator, value = ''] = /^([a-z_]+):(.+)$/.exec(token) ?? [];
	if (operator === undefined) {
		const word = token.replace(/"/g, '').toLowerCase();
		return ({ text }) => ` ${text.toLowerCase()} `.includes(` ${word} `);
	}
	if (forSearch && STREAM_ONLY.includes(operator))
		throw new InvalidQuery(
			`Reference to invalid operator '${operator}'. Operator is not available in search.`,
		);
	if (operator === 'from')
		return ({ author, username }) => author === value || username === value.replace(/^@/, '');
	// What makes no difference in a history.
	if (['lang', 'sample', 'in_reply_to_tweet_id'].includes(operator)) return () => true;
	if (operator === 'is' || operator === 'has' || operator === 'bio') return () => false;
	throw new InvalidQuery(`Unknown operator ${operator}`);
}
