/** The form for adding and removing users: where they come from, and what to send about them. */
import { isEqual, pick } from 'lodash';
import { onWrongIdentifier } from '../../shared/ads/fields';
import {
	defaultCountry,
	IDENTIFIERS,
	identifiers,
	type IdentifierKind,
	toIdentifiers,
} from '../../shared/ads/identifiers';
import {
	collection,
	constant,
	date,
	formChoice,
	formFlag,
	formOnly,
	options,
	when,
	rulesOf,
} from '../../shared/fields';
import { InvalidValue, type Field, type ValuesOf, type BrokenRule } from '../../shared/operation/operation';
import { tryParseExact } from '../../shared/util/exactJson';
import { isObject } from '../../shared/util/lenient';

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

const DESCRIPTIONS: Partial<Readonly<Record<IdentifierKind, string>>> = {
	device_id: 'Advertising ID of a device (IDFA, AdID), or Android ID',
	handle: 'Username on X',
	partner_user_id: 'ID that a partner of X has matched with users; it is sent as it is',
	phone_number: 'With + and country code',
	twitter_id: 'ID of a user of X',
};

/** The identifiers of a user. They are hashed later, so that an invalid one can be left out. */
function identifierValues(kinds: readonly IdentifierKind[]): Field<IdentifierColumns> {
	const members = Object.fromEntries(
		kinds.map((kind) => {
			const description = DESCRIPTIONS[kind];
			return [kind, identifiers(kind, description === undefined ? {} : { description })];
		}),
	);
	return {
		...collection(members, {
			label: 'Identifiers',
			placeholder: 'Add Identifier',
			description:
				'What X <a href="https://docs.x.com/x-ads-api/audiences#standard-matching-requirements">finds the user by</a>; the more, the better. Plain values are hashed here, SHA-256 hashes are sent as they are. Separate several values with commas.',
		}),
		encode: (value) => pick(typeof value === 'object' && value !== null ? value : {}, kinds),
	} as Field<IdentifierColumns>;
}

/** Shows the form of a user. The domain example.com is reserved for examples. */
const EXAMPLE = [{ email: 'user@example.com' }];

/** The error for invalid JSON does not contain the text, because that may contain addresses. */
const usersJson = (kinds: readonly IdentifierKind[]): Field<readonly IdentifierColumns[]> => ({
	label: 'Users (JSON)',
	property: {
		type: 'json',
		default: JSON.stringify(EXAMPLE, null, 2),
		description: `A user or a list of users, each with ${namesOf(kinds)}: one value or a list`,
	},
	encode: (value) => {
		const parsed = typeof value === 'string' ? tryParseExact(value) : value;
		const list: unknown[] = Array.isArray(parsed) ? parsed : [parsed];
		if (list.length > 0 && list.every(isObject)) return list;
		throw new InvalidValue(
			'type',
			'must be an object or a list of objects, like [{"email": "user@example.com"}]',
		);
	},
});

/** Warns if the example in Users (JSON) was not replaced. */
export function* warnExample({ users_json: users }: Pick<UsersValues, 'users_json'>): Generator<string> {
	if (isEqual(users, EXAMPLE))
		yield 'This was the example of {users_json}, sent as it stood: put your own users there';
}

const onInvalid = (kinds: readonly IdentifierKind[]) =>
	onWrongIdentifier(
		'Nothing is sent',
		`The other identifiers of the user are sent; a user without ${labelsOf(kinds)} is left out`,
	);

/** Returns the fields for adding or removing users, except for the list. */
export const usersFields = (kinds: readonly IdentifierKind[]) => ({
	users_from: formChoice(
		{
			columns: [
				'Columns of the Input',
				`Columns named ${namesOf(kinds)}. The fast way for long lists; other columns are not sent.`,
			],
			fields: ['Fields Below', 'One user per input item, with the identifiers below'],
			json: ['JSON', 'A user or a list of users'],
		},
		{ default: 'fields', description: 'Where the identifiers of the users are' },
	),
	identifiers: when({ users_from: ['fields'] }, formOnly(identifierValues(kinds))),
	users_json: when({ users_from: ['json'] }, formOnly(usersJson(kinds))),
	report: formChoice(
		{
			all: ['All Items', 'The result of each input item, without its identifiers'],
			summary: ['Summary', 'One item with counts'],
		},
		{ default: 'summary', description: 'What to return' },
	),
	...onInvalid(kinds),
	...defaultCountry,
});

export type UsersValues = ValuesOf<ReturnType<typeof usersFields>> & {
	readonly only_new?: boolean | undefined;
};

export const effectiveAt = (description: string) =>
	options({ effective_at: formOnly(date({ description })) });
export const expiresAt = (description: string) => options({ expires_at: formOnly(date({ description })) });

export const onlyNew = options({
	only_new: formFlag({
		label: 'Skip Users Sent Before',
		default: true,
		description:
			'Whether to leave out users that this workflow has added to the list in the last 12 months, and has not removed. X wants changes, never the whole list again. Runs by hand are not remembered.',
	}),
});

/** A removal takes effect at one time, and has no end. */
export const noEnd = { expires_at: formOnly<string | undefined>(constant(undefined)) };

/** Kinds of identifiers in audiences: https://docs.x.com/x-ads-api/audiences/reference#custom-audiences-users */
export const AUDIENCE_KINDS = Object.keys(IDENTIFIERS).filter(
	(kind) => kind !== 'twclid',
) as readonly IdentifierKind[];

/**
 * The kinds of identifiers that a Do Not Reach list takes:
 * https://docs.x.com/x-ads-api/audiences/reference#do-not-reach-lists. The text of that page names only email
 * addresses, but its table and example have phone numbers as well.
 */
export const DO_NOT_REACH_KINDS: readonly IdentifierKind[] = ['email', 'phone_number'];
