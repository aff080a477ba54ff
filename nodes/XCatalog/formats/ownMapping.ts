import { mapValues } from 'lodash';
import type { FieldName } from '../product/fields';
import { fill, type Format, type Getter } from './vocabulary';

/** What the menu and reports call a mapping of the user's own. */
export const OWN_MAPPING = 'Own Mapping';

/** What the user says about each field: a column, or a text with columns in braces. */
export type OwnMapping = Readonly<Partial<Record<FieldName, string>>>;

/**
 * The format that a user's own mapping is. `{Column}` is replaced by the value of a column; a text without braces is the
 * name of a column where the file has one of that name, and otherwise means itself: "new", "EUR".
 *
 * @param mapping What each field is made of.
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

/** The columns that a mapping names and a file does not have. */
export const missingColumns = (mapping: OwnMapping, has: (column: string) => boolean): string[] =>
	Object.values(mapping).flatMap((text) =>
		[...text.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name.trim()).filter((name) => !has(name)),
	);
