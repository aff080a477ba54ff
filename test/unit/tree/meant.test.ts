/**
 * What a form shows as set is meant: for every field of every operation, with the members of groups and rows, an
 * expression without a value is a broken rule. Nothing of it is left out in silence.
 */
import { DateTime } from 'luxon';
import { readFields } from '../../../nodes/shared/engine/values';
import { formFields } from '../../../nodes/shared/fields';
import { propertyName } from '../../../nodes/shared/operation/labels';
import type { Field, Fields } from '../../../nodes/shared/operation/operation';
import { records } from './support/records';

const EXPRESSION = '={{ $json.nothing }}';

/** Fields whose empty parts are data, each with what they do. */
const OWN_READING: Readonly<Record<string, string>> = {
	woeid: 'its number has a field of its own, which is required',
	mapping: 'the cells of a table may be empty; columns say what is set',
	fileMapping: 'the cells of a table may be empty; columns say what is set',
	storedText: 'the cells of a table may be empty: then this is not compared',
	storedVersions: 'the same',
	identifiers: 'few people have every identifier; one of them is required, and a report counts the others',
	'identifiers.0.kind': 'the same',
	'identifiers.0.value': 'the same',
};

type Parameters = Record<string, unknown>;

/** One place of a form where an expression may be: the key that a rule blames, and how it is written. */
interface Place {
	readonly key: string;
	readonly fields: Fields;
	readonly form: (leaf: unknown) => Parameters;
}

/** Conditions under which the form shows the field. */
const shown = ({ when, optionalWhen }: Field): Parameters =>
	Object.fromEntries(Object.entries(when ?? optionalWhen ?? {}).map(([name, [value]]) => [name, value]));

const located = (field: Field, leaf: unknown): unknown =>
	field.property?.type === 'resourceLocator' ? { __rl: true, mode: 'id', value: leaf } : leaf;

const inForm = (key: string, field: Field, value: unknown): Parameters => {
	const name = propertyName(key, field);
	const conditions = shown(field);
	if (!field.collection) return { ...conditions, [name]: value };
	const offered = conditionsOf(field);
	return { ...conditions, ...offered.absolute, [field.collection]: { ...offered.beside, [name]: value } };
};

/** What must be chosen for a member to be offered. */
function conditionsOf({ property }: Field): { absolute: Parameters; beside: Parameters } {
	const show = Object.entries(property?.displayOptions?.show ?? {}).map(
		([name, values]) => [name, (values as unknown[] | undefined)?.[0]] as const,
	);
	return {
		absolute: Object.fromEntries(
			show.flatMap(([name, value]) => (name.startsWith('/') ? [[name.slice(1), value]] : [])),
		),
		beside: Object.fromEntries(show.filter(([name]) => !name.startsWith('/'))),
	};
}

function* placesOf(key: string, field: Field): Generator<Place> {
	const fields = { [key]: field };
	yield { key, fields, form: (leaf) => inForm(key, field, located(field, leaf)) };
	const isRows = field.property?.typeOptions?.multipleValues === true;
	const [entry] = (field.property?.options ?? []) as { name?: string; values?: unknown }[];
	for (const [name, member] of Object.entries(field.members ?? {})) {
		if (!member.property) continue;
		const { beside } = conditionsOf(member);
		yield {
			key: `${key}${isRows ? '.0' : ''}.${name}`,
			fields,
			form: (leaf) => {
				const row = { ...beside, [propertyName(name, member)]: located(member, leaf) };
				const kept = entry?.values ? { [entry.name ?? 'values']: isRows ? [row] : row } : row;
				return inForm(key, field, kept);
			},
		};
	}
}

function rulesFor({ fields, form }: Place, value: unknown, expression = EXPRESSION) {
	const [written, values] = [form(expression), form(value)];
	const source = (name: string, as = 'value') => {
		const [head = '', ...path] = name.split('.');
		const given = (as === 'written' ? written : values)[head] ?? null;
		return path.length === 0 ? given : ((given as Parameters | null)?.[path.join('.')] ?? null);
	};
	return readFields(fields, source, { timezone: 'UTC' }).invalid ?? [];
}

const places = records().flatMap(({ label, operation }) =>
	Object.entries(formFields(operation)).flatMap(([key, field]) =>
		field.property ? [...placesOf(key, field)].map((place) => ({ label, place })) : [],
	),
);

/** The field of a place, or the member that it is inside of. */
function fieldOf({ key, fields }: Place): Field | undefined {
	const [name = '', ...path] = key.split('.').filter((part) => !/^\d+$/.test(part));
	return path.reduce((of, member) => of?.members?.[member], fields[name]);
}

/** Cells, which take what shops write: a word that is none of the values is a problem of the product, which is not sent. */
const WORDS_OF_SHOPS: Readonly<Record<string, true>> = { availability: true, condition: true };

const isMenu = (place: Place) => {
	const { property } = fieldOf(place) ?? {};
	const isFixed = property?.typeOptions?.loadOptionsMethod === undefined;
	return property?.type === 'options' && isFixed && !((place.key.split('.')[0] ?? '') in WORDS_OF_SHOPS);
};

const isList = (place: Place) => fieldOf(place)?.isList === true;

interface Refused {
	readonly what: string;
	readonly value: unknown;
	/** By default in every field. */
	readonly where?: (place: Place) => boolean;
	/** Whether a part of the field may be blamed. */
	readonly isPart?: true;
}

const REFUSED: readonly Refused[] = [
	{ what: 'undefined', value: undefined },
	{ what: 'null', value: null },
	{ what: 'an empty text', value: '' },
	{ what: 'blanks', value: '  ' },
	{ what: 'an empty list', value: [] },
	{ what: 'NaN', value: NaN, isPart: true },
	{ what: 'Infinity', value: Infinity, isPart: true },
	{ what: 'a date that is none', value: new Date(NaN), isPart: true },
	{ what: 'a moment that is none', value: DateTime.fromISO('x'), isPart: true },
	{ what: 'a list with null among its entries', value: ['1234', null], where: isList },
	{ what: 'a list with an empty text among its entries', value: ['1234', ''], where: isList },
	{ what: 'the text of a list with blanks among its entries', value: '["1234", " "]', where: isList },
	{ what: 'a word that the menu does not have', value: 'None Of These', where: isMenu },
	{ what: 'NaN, as a word in a menu', value: 'NaN', where: isMenu },
	{ what: 'a number in a menu', value: 7.5, where: isMenu },
];

const asked = places.filter(({ place }) => !(place.key in OWN_READING));

for (const { what, value, where, isPart } of REFUSED)
	it(`is refused in every such field of every operation: ${what}`, () => {
		const chosen = asked.filter(({ place }) => where?.(place) ?? true);
		expect(chosen.length).toBeGreaterThan(where ? 300 : 4000);
		const lines = chosen.flatMap(({ label, place }) => {
			const isBlamed = rulesFor(place, value).some(({ field }) =>
				isPart ? field.startsWith(place.key) : field === place.key,
			);
			return isBlamed ? [] : [`${label} ${place.key}`];
		});
		expect(lines).toEqual([]);
	});

it('is refused in every field of every operation, as a word that an expression left beside others', () => {
	const lines = asked.flatMap(({ label, place }) => {
		const rules = rulesFor(place, 'Hi undefined', "={{ 'Hi ' + $json.nothing }}");
		return rules.some(({ field }) => field.startsWith(place.key)) ? [] : [`${label} ${place.key}`];
	});
	expect(lines).toEqual([]);
});

it('names the expression', () => {
	const unnamed = asked.filter(
		({ place }) => !rulesFor(place, null).some(({ text }) => text.includes('{{ $json.nothing }}')),
	);
	expect(unnamed.map(({ label, place }) => `${label} ${place.key}`)).toEqual([]);
});
