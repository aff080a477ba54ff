/** Forms whose values are meant for tests, with plain values in place of expressions. */
import { mapValues } from 'lodash';
import type { INodeParameters, NodeParameterValueType } from 'n8n-workflow';

/** Texts that read like a person's own, by the name of their field. */
const TEXTS: Readonly<Record<string, string>> = {
	'Hello 1111': 'Our new roastery is open. Come by for a coffee!',
	'Name 1111': 'Autumn sale',
};

const EXPRESSION = /^=\{\{ (.+) \}\}$/s;

/**
 * The value of an expression that joins texts with the item's marker; other expressions stay.
 *
 * @example
 * settled('={{ "19000" + $json.marker }}', '1111') // '190001111'
 */
function settled(text: string, marker: string): string {
	const parts = EXPRESSION.exec(text)?.[1]?.split(' + ');
	if (!parts) return text;
	const values = parts.map((part) =>
		part === '$json.marker' ? marker : /^"[^"]*"$/.exec(part)?.[0].slice(1, -1),
	);
	if (values.includes(undefined)) return text;
	const joined = values.join('');
	return TEXTS[joined] ?? joined;
}

/**
 * The form with what its expressions give for an item.
 *
 * @param marker The item's `marker`.
 */
export function withoutExpressions(form: INodeParameters, marker: string): INodeParameters {
	const plain = (value: unknown): unknown => {
		if (typeof value === 'string') return settled(value, marker);
		if (Array.isArray(value)) return value.map(plain);
		return typeof value === 'object' && value !== null ? mapValues(value, plain) : value;
	};
	return mapValues(form, (value) => plain(value) as NodeParameterValueType);
}
