/** What the facts get of a new operation: its row, its version's source, a sample of its answer. */
import { isEqual, omit } from 'lodash';
import type { Description, OperationRow } from '../facts/description';
import { PUBLISHED } from '../facts/watch';
import { sharedParameter, type Parameter } from '../../test/facts';
import type { Published } from './published';
import { sampleOf } from './sample';
import { onOneLine, withLine, withRow } from './tables';

/** Names of the parameters that many operations share. */
type SharedNames = readonly string[];

interface CoreTable {
	readonly sources: Readonly<Record<string, string>>;
	readonly parameters: Readonly<Record<string, Parameter>>;
}

/** A table with its row, and what is worth knowing about it. */
export interface Added {
	readonly text: string;
	readonly notes: readonly string[];
}

/**
 * core.json with the row of an operation.
 *
 * @param text The text of `core.json`.
 */
export function withOperation(text: string, operation: Published, docs: string, place: string): Added {
	const { sources, parameters } = JSON.parse(text) as CoreTable;
	const { row } = operation;
	const shared = Object.keys(parameters);
	const written = {
		...pickRow(row),
		parameters: row.parameters.map((parameter) => sharedNameOf(parameter, operation, shared) ?? parameter),
		...endOfRow(row),
		docs,
	};
	const added = withRow(text, row.route, onOneLine(written));
	const version = row.spec ?? '';
	if (version in sources) return { text: added, notes: differing(operation, shared) };
	const address = /^https?:/.test(place) ? place : PUBLISHED.description[0];
	const line = `"sources": ${onOneLine(sources)}`;
	return {
		text: withLine(added, line, `"sources": ${onOneLine({ ...sources, [version]: address })}`),
		notes: [
			...differing(operation, shared),
			`test/facts/core.json names ${address} as the source of version ${version}: name an address there that keeps this version, if there is one`,
		],
	};
}

const pickRow = ({ route, id, tag, auth, scopes }: OperationRow) => ({ route, id, tag, auth, scopes });
const endOfRow = ({ body, paging, status, answer, spec }: OperationRow) => ({
	body,
	paging,
	status,
	answer,
	spec,
});

/** `UserFieldsParameter` of the description is `UserFields` of the facts. */
function sharedNameOf(
	parameter: Parameter,
	{ references }: Published,
	shared: SharedNames,
): string | undefined {
	const name = references[parameter.name]?.replace(/Parameter$/, '');
	if (name !== undefined && shared.includes(name) && sharedParameter(name).name === parameter.name)
		return name;
	return shared.find((each) => isEqual(omit(sharedParameter(each), ['alias', 'also']), parameter));
}

/** Shared parameters whose values X has changed: a change of its own, which `npm run facts` shows. */
const differing = (operation: Published, shared: SharedNames): string[] =>
	operation.row.parameters.flatMap((parameter) => {
		const name = sharedNameOf(parameter, operation, shared);
		if (name === undefined) return [];
		const fact = omit(sharedParameter(name), ['alias', 'also']);
		return isEqual(fact, parameter)
			? []
			: [
					`${parameter.name} has other values in this description than in the facts (${name}): npm run facts says which`,
				];
	});

/**
 * core-answers.json with a sample of the operation's answer; as it is where X answers with a file or nothing.
 *
 * @param text The text of `core-answers.json`.
 */
export function withSample(text: string, { row, answer }: Published, description: Description): string {
	if (!answer) return text;
	const { objects } = JSON.parse(text) as { objects: Readonly<Record<string, unknown>> };
	const sample = sampleOf(answer, description.lookup, Object.keys(objects));
	return withRow(text, row.route, `${JSON.stringify(row.route)}: ${onOneLine(sample)}`);
}
