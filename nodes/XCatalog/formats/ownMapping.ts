import { mapValues } from 'lodash';
import type { FieldName } from '../product/fields';
import { fill, type Format, type Getter } from './vocabulary';

/** The name of a user's own mapping, in the menu and in reports. */
export const OWN_MAPPING = 'Own Mapping';

/** For each field, a column or a text with columns in braces. */
export type OwnMapping = Readonly<Partial<Record<FieldName, string>>>;

/**
 * Makes a format from the user's mapping. `{Column}` is replaced by the value of that column. A text without braces is
 * the name of a column if the file has such a column, and otherwise a constant, such as "new" or "EUR".
 */
export const ownFormat = (mapping: OwnMapping): Format => ({
	value: 'own',
	label: OWN_MAPPING,
	recognizedBy: [],
	fields: mapValues(mapping, (text = ''): Getter => (row) => {
		if (text.includes('{')) return fill(text, (name) => row.text(name)).trim();
		return row.has(text) ? row.text(text) : text;
	}),
});

/** The columns in braces that the file does not have. */
export const missingColumns = (mapping: OwnMapping, has: (column: string) => boolean): string[] =>
	Object.values(mapping).flatMap((text) =>
		[...text.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name.trim()).filter((name) => !has(name)),
	);
