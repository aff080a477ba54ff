/** What X's public pages say of parameters and of fields of answers, for an operation. */
import { findKey } from 'lodash';
import { entities } from '../../nodes/shared/model/entities';
import type { Operation } from '../../nodes/shared/operation/operation';
import { documentedMeanings } from '../../test/facts';

/** What the pages say of a parameter or field by its dotted path, or '' if they say nothing. */
export type Meaning = (path: string) => string;

const NOTHING: Readonly<Record<string, string>> = {};

const apiOf = (node: string): 'ads' | 'core' => (/^x(?:Ads|Catalog)/.test(node) ? 'ads' : 'core');

/** The meanings of the parameters of a resource. */
export const parameterMeaning = (node: string, resource: string): Meaning => {
	const known = documentedMeanings()[apiOf(node)][resource] ?? NOTHING;
	return (path) => known[path] ?? '';
};

/**
 * The meanings of the fields of an operation's items. An item is an entity of the model, which may be of another
 * resource: a list's members are users. Other items are of the resource itself.
 */
export function fieldMeaning(node: string, resource: string, { result }: Operation): Meaning {
	const { fieldsParam } = result?.shape ?? {};
	if (fieldsParam === undefined) return parameterMeaning(node, resource);
	return parameterMeaning(node, findKey(entities, { fieldsParam }) ?? '');
}

/** Where the meanings are from, and when they were read. */
export function meaningSource(node: string): { readonly read: string; readonly sources: readonly string[] } {
	const { read, sources } = documentedMeanings();
	return { read, sources: sources[apiOf(node)] };
}
