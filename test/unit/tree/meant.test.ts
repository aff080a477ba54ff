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

const EMPTY = { undefined, null: null, 'an empty text': '', blanks: '  ', 'an empty list': [] };

it.each(Object.entries(EMPTY))('is refused in every field of every operation: %s', (_what, value) => {
	expect(places.length).toBeGreaterThan(4000);
	const lines = places.flatMap(({ label, place }) => {
		if (place.key in OWN_READING) return [];
		const rules = rulesFor(place, value);
		return rules.some(({ field: blamed }) => blamed === place.key) ? [] : [`${label} ${place.key}`];
	});
	expect(lines).toEqual([]);
});

const NONE = { NaN, Infinity, 'a date': new Date(NaN), 'a moment': DateTime.fromISO('x') };

it.each(Object.entries(NONE))('is refused in every field of every operation, as none: %s', (_what, value) => {
	const lines = places.flatMap(({ label, place }) => {
		if (place.key in OWN_READING) return [];
		const rules = rulesFor(place, value);
		return rules.some(({ field: blamed }) => blamed.startsWith(place.key)) ? [] : [`${label} ${place.key}`];
	});
	expect(lines).toEqual([]);
});

it('is refused in every field of every operation, as a word that an expression left beside others', () => {
	const lines = places.flatMap(({ label, place }) => {
		const rules = rulesFor(place, 'Hi undefined', "={{ 'Hi ' + $json.nothing }}");
		const isStopped = place.key in OWN_READING || rules.some(({ field }) => field.startsWith(place.key));
		return isStopped ? [] : [`${label} ${place.key}`];
	});
	expect(lines).toEqual([]);
});

it('is refused in every list of every operation where it is one of the entries', () => {
	const lists = places.filter(({ place: { key, fields } }) => {
		const path = key.split('.').filter((part) => !/^\d+$/.test(part));
		const field = path.slice(1).reduce((of, name) => of?.members?.[name], fields[path[0] ?? '']);
		return field?.isList === true && !(key in OWN_READING);
	});
	expect(lists.length).toBeGreaterThan(300);
	const lines = lists.flatMap(({ label, place }) => {
		const field = place.key;
		// Each place takes entries of another form; those that it refuses stop the item too.
		const blames = (rules: ReturnType<typeof rulesFor>) => rules.some((rule) => rule.field === field);
		return [['1234', null], ['1234', ''], '["1234", " "]'].every((value) => blames(rulesFor(place, value)))
			? []
			: [`${label} ${field}`];
	});
	expect(lines).toEqual([]);
});

/** Cells, which take what shops write: a word that is none of the values is a problem of the product, which is not sent. */
const WORDS_OF_SHOPS: Readonly<Record<string, true>> = { availability: true, condition: true };

it('is refused in every menu of every operation, as a word that is none of its values', () => {
	const menus = places.filter(({ place: { key, fields } }) => {
		const [name = '', ...path] = key.split('.').filter((part) => !/^\d+$/.test(part));
		const property = path.reduce((of, member) => of?.members?.[member], fields[name])?.property;
		const isFixed = property?.typeOptions?.loadOptionsMethod === undefined;
		return property?.type === 'options' && isFixed && !(name in WORDS_OF_SHOPS);
	});
	expect(menus.length).toBeGreaterThan(300);
	const lines = menus.flatMap(({ label, place }) =>
		['None Of These', 'NaN', 7.5].every((value) =>
			rulesFor(place, value).some(({ field }) => field === place.key),
		)
			? []
			: [`${label} ${place.key}`],
	);
	expect([...new Set(lines)]).toEqual([]);
});

it('names the expression', () => {
	const named = ({ place }: (typeof places)[number]) =>
		place.key in OWN_READING ||
		rulesFor(place, null).some(({ text }) => text.includes('{{ $json.nothing }}'));
	expect(places.filter((each) => !named(each)).map(({ label, place }) => `${label} ${place.key}`)).toEqual(
		[],
	);
});
