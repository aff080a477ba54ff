/**
 * What workflows save of a form: the names of its values, what kind each is, what it is where nothing was saved, and
 * which choices it has. Once a version is published none of them may change.
 */
import type { INodeProperties } from 'n8n-workflow';

/** A value of a form, by its path: `options.maxWait`. */
export interface SavedValue {
	readonly path: string;
	readonly type: string;
	/** As JSON. */
	readonly initial: string;
	/** The choices of a menu, the modes of a locator. */
	readonly choices: readonly string[];
}

/** The values of every form: `post.create`, or the type alone where it has no operations. */
export type SavedForms = ReadonlyMap<string, readonly SavedValue[]>;

/** A node or credential type, as far as forms go. */
export interface Described {
	readonly name: string;
	readonly properties: readonly INodeProperties[];
}

/** Every form of a type with its values. */
export function formsOf({ name, properties }: Described): SavedForms {
	const menus = properties.filter((property) => property.name === 'operation');
	const places = choicesOf(properties.find((property) => property.name === 'resource')).flatMap((resource) =>
		menus
			.filter(({ displayOptions }) => displayOptions?.show?.['resource']?.includes(resource))
			.flatMap(choicesOf)
			.map((operation) => ({ resource, operation })),
	);
	if (places.length === 0) return new Map([[name, distinct(valuesIn(properties))]]);
	return new Map(
		places.map((place) => [
			`${place.resource}.${place.operation}`,
			distinct(valuesIn(shownAt(properties, place))),
		]),
	);
}

type Place = Readonly<Record<string, string>>;

/** The properties of a form, a collection with the members that it offers there. */
const shownAt = (properties: readonly INodeProperties[], place: Place): INodeProperties[] =>
	properties
		.filter(({ displayOptions }) =>
			Object.entries(place).every(([name, value]) => {
				const allowed = displayOptions?.show?.[name] ?? displayOptions?.show?.[`/${name}`];
				return allowed === undefined || allowed.includes(value);
			}),
		)
		.map((property) =>
			property.type === 'collection'
				? { ...property, options: shownAt(property.options as INodeProperties[], place) }
				: property,
		);

function valuesIn(properties: readonly INodeProperties[], parent = ''): SavedValue[] {
	return (
		properties
			// The text of an operation for models is in its default, and n8n does not save it.
			.filter(({ type, name }) => type !== 'notice' && name !== 'toolDescription')
			.flatMap((property) => {
				const path = `${parent}${property.name}`;
				const own = {
					path,
					type: property.type,
					initial: JSON.stringify(property.default),
					choices: choicesOf(property).sort(),
				};
				const inner = (property.options ?? []).flatMap((option) =>
					'values' in option
						? valuesIn(option.values, `${path}.${option.name}.`)
						: 'type' in option
							? valuesIn([option], `${path}.`)
							: [],
				);
				return [own, ...inner];
			})
	);
}

const choicesOf = (property: INodeProperties | undefined): string[] =>
	property?.modes?.map(({ name }) => name) ??
	(property?.options ?? []).flatMap((option) => ('value' in option ? [String(option.value)] : []));

/** Values by path: a form may have one under several conditions, with other choices in each. */
function distinct(values: readonly SavedValue[]): SavedValue[] {
	const found = new Map<string, SavedValue>();
	for (const value of values) {
		const key = `${value.path} ${value.initial}`;
		const choices = [...new Set([...(found.get(key)?.choices ?? []), ...value.choices])].sort();
		found.set(key, { ...value, choices });
	}
	return [...found.values()];
}

/**
 * What a later form has lost.
 *
 * @returns A line for each value that workflows have and the form does not: what changed, and from what.
 */
export function lostValues(before: SavedForms, now: SavedForms): string[] {
	return [...before].flatMap(([form, values]) => {
		const present = now.get(form);
		if (!present) return [`${form} is gone`];
		return values.flatMap((value) => {
			const same = present.filter(({ path }) => path === value.path);
			const lost = same.map((each) => lostOf(value, each));
			return lost.includes('') ? [] : [`${form}: ${value.path} ${lost[0] ?? 'is gone'}`];
		});
	});
}

/** How a value differs from the one that was saved; empty where it holds all of it. */
function lostOf(before: SavedValue, now: SavedValue): string {
	if (now.type !== before.type) return `was of the type ${before.type}, and is of ${now.type}`;
	if (now.initial !== before.initial) return `had the default ${before.initial}, and has ${now.initial}`;
	const gone = before.choices.filter((choice) => !now.choices.includes(choice));
	return gone.length > 0 ? `no longer has the choices ${gone.join(', ')}` : '';
}

/** The forms of all types as a text: a line for each value, with the numbers of the forms that have it. */
export const write = (all: ReadonlyMap<string, SavedForms>): string =>
	[...all].map(([type, forms]) => writeType(type, forms)).join('\n');

function writeType(type: string, forms: SavedForms): string {
	const places = new Map<string, number[]>();
	[...forms.values()].forEach((values, place) => {
		for (const { path, type: kind, initial, choices } of values) {
			const line = [path, kind, initial, choices.join('|')].join('\t');
			places.set(line, [...(places.get(line) ?? []), place]);
		}
	});
	const lines = [...places].map(([line, at]) => (forms.size > 1 ? `${line}\t${ranges(at)}` : line));
	return [`# ${type}`, [...forms.keys()].join(' '), ...lines.sort(), ''].join('\n');
}

/** 0, 1, 2, 7 → "0-2,7" */
function ranges(numbers: readonly number[]): string {
	const found: [number, number][] = [];
	for (const number of numbers) {
		const last = found.at(-1);
		if (last?.[1] === number - 1) last[1] = number;
		else found.push([number, number]);
	}
	return found.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join();
}

/** The forms that a text has. */
export function read(text: string): ReadonlyMap<string, SavedForms> {
	const types = text.split(/^# /m).filter(Boolean);
	return new Map(
		types.map((section) => {
			const [type = '', names = '', ...lines] = section.trimEnd().split('\n');
			const forms = names.split(' ').map((name) => [name, [] as SavedValue[]] as const);
			for (const line of lines) {
				const [path = '', kind = '', initial = '', choices = '', at = '0'] = line.split('\t');
				const value = { path, type: kind, initial, choices: choices === '' ? [] : choices.split('|') };
				for (const range of at.split(',')) {
					const [from = 0, to = from] = range.split('-').map(Number);
					for (const [, values] of forms.slice(from, to + 1)) values.push(value);
				}
			}
			return [type, new Map(forms)] as const;
		}),
	);
}
