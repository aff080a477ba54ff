/** This file joins rules into as few searches as possible. */
import { chunk, groupBy } from 'lodash';
import { digestOf } from '../../shared/events/eventDigests';
import type { Rule } from '../../shared/events/streamRules';

export interface SearchedRule extends Rule {
	readonly name: string | undefined;
}

export type RuleBundle = readonly SearchedRule[];

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
export function queryOf(bundle: RuleBundle, leftOut: readonly string[]): string {
	const [first] = bundle;
	if (bundle.length === 1 && leftOut.length === 0 && first) return first.value;
	const rules = bundle.map(({ value }) => `(${value})`).join(' OR ');
	if (leftOut.length === 0) return rules;
	return `${bundle.length === 1 ? rules : `(${rules})`}${without(leftOut)}`;
}

/** Bundles the rules, those of the same name next to each other: a Post of such a bundle has a certain name. */
export function bundlesOf(rules: readonly SearchedRule[], leftOut: readonly string[]): RuleBundle[] {
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
export const halvesOf = (bundle: RuleBundle): RuleBundle[] => chunk(bundle, Math.ceil(bundle.length / 2));

/** Identifies a rule in what is stored. */
export const ruleDigest = ({ value }: Pick<Rule, 'value'>): string => digestOf(value).slice(0, 8);

/** Identifies a query in what is stored. */
export const bundleDigest = (bundle: RuleBundle): string =>
	digestOf(bundle.map(({ value }) => value).join('\n'));
