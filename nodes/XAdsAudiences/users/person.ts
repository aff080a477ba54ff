/** A person from the input, with hashed identifiers. No other personal data is kept. */
import { IDENTIFIERS, toIdentifiers, type IdentifierKind } from '../../shared/ads/identifiers';
import { rulesOf } from '../../shared/fields';
import type { BrokenRule } from '../../shared/operation/operation';

export type IdentifierColumns = Readonly<Record<string, unknown>>;

export type User = Partial<Readonly<Record<IdentifierKind, readonly string[]>>>;

/** Hashes the identifiers of a person. The problems of invalid ones do not contain the values. */
export function personOf(
	columns: IdentifierColumns,
	kinds: readonly IdentifierKind[],
	country: string | undefined,
) {
	const user: Partial<Record<IdentifierKind, readonly string[]>> = {};
	const problems: BrokenRule[] = [];
	for (const kind of kinds) {
		const onWrong = (error: Error) => void problems.push(...rulesOf(error, `identifiers.${kind}`));
		const found = toIdentifiers(kind, columns[kind], country, onWrong);
		if (found.length > 0) user[kind] = found;
	}
	return { user, problems };
}

const ALIASES: Readonly<Record<string, IdentifierKind>> = {
	e_mail: 'email',
	email_address: 'email',
	mobile: 'phone_number',
	phone: 'phone_number',
};

/** Finds the columns of each kind of identifier by their names. Capitals, spaces and dashes do not matter. */
export function kindsOfColumns(names: readonly string[], kinds: readonly IdentifierKind[]) {
	const found = new Map<IdentifierKind, string[]>();
	for (const name of names) {
		const key = name
			.toLowerCase()
			.replace(/[^a-z0-9]+/g, '_')
			.replace(/^_|_$/g, '');
		const kind = kinds.find((each) => each === key) ?? ALIASES[key];
		if (kind !== undefined && kinds.includes(kind)) found.set(kind, [...(found.get(kind) ?? []), name]);
	}
	return found;
}

/** "email, phone_number or handle". */
export const namesOf = (kinds: readonly IdentifierKind[]): string =>
	kinds.join(', ').replace(/, (\w+)$/, ' or $1');

/** "Email, Phone Number or Username". */
export const labelsOf = (kinds: readonly IdentifierKind[]): string =>
	kinds
		.map((kind) => IDENTIFIERS[kind].label)
		.join(', ')
		.replace(/, ([^,]+)$/, ' or $1');
