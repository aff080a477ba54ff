import { mapValues } from 'lodash';
import type { FieldName } from '../product/fields';
import type { Format, Getter } from './vocabulary';

/** The name of a user's own mapping, in the menu and in reports. */
export const OWN_MAPPING = 'Own Mapping';

/** For each field, a column or a text with columns in braces. */
export type OwnMapping = Readonly<Partial<Record<FieldName, string>>>;

/** A text in quotes is sent as it is. */
const QUOTED = /^(["'])(.*)\1$/s;

/**
 * Makes a format from the user's mapping. `{Column}` is replaced by the value of that column, a text in quotes is a
 * constant, and any other text is the name of a column: a file that lost the column must not fill a catalog with its
 * name.
 *
 * @param found The format that the columns have without the mapping. It provides the fields that are not mapped.
 */
export const ownFormat = (mapping: OwnMapping, found: Format): Format => ({
	...found,
	value: 'own',
	label: OWN_MAPPING,
	recognizedBy: [],
	mapped: mapValues(mapping, (text = ''): Getter => {
		const [, , constant] = QUOTED.exec(text) ?? [];
		if (constant !== undefined) return () => constant;
		return text.includes('{')
			? (row) => text.replace(/\{([^{}]+)\}/g, (_whole, name: string) => row.text(name.trim())).trim()
			: (row) => row.text(text);
	}),
});

/** Lists the columns that a mapping names. */
export const columnsIn = (mapping: OwnMapping): string[] => [
	...new Set(
		Object.values(mapping).flatMap((text) => {
			if (QUOTED.test(text)) return [];
			const inBraces = [...text.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name.trim());
			return text.includes('{') ? inBraces : [text];
		}),
	),
];
