import type { IExecuteFunctions } from 'n8n-workflow';
import { fc } from '../../support/properties';
import {
	date,
	flag,
	group,
	id,
	ids,
	list,
	number,
	oneOf,
	required,
	rows,
	text,
	update,
	when,
} from '../../../nodes/shared/fields';
import { readFields, readSome } from '../../../nodes/shared/engine/values';
import { labelAt, withLabels } from '../../../nodes/shared/operation/labels';
import type { Fields } from '../../../nodes/shared/operation/operation';

/** What a form with these parameters gives. */
const read = <F extends Fields>(fields: F, form: Readonly<Record<string, unknown>>) =>
	readFields(fields, (name) => form[name] ?? null, { timezone: 'UTC' });

const wrong = (fields: Fields, form: Readonly<Record<string, unknown>>) =>
	read(fields, form).invalid?.map(({ field, rule }) => `${field} ${rule}`);

describe('the reader', () => {
	const items = rows({ name: required(text({ max: 3 })), bid: number({ min: 1 }) }, { max: 2 });

	it('tells everything that is wrong at once, into groups and rows', () => {
		const fields = { id: id(), items, poll: group({ days: number({ max: 7 }) }), mode: oneOf({ a: 'A' }) };
		const form = { items: { values: [{ bid: 0 }, { name: 'long', bid: 2 }] }, poll: { days: 8 }, mode: 'b' };
		expect(wrong(fields, form)).toEqual([
			'id required',
			'items.0.name required',
			'items.0.bid minimum',
			'items.1.name maxLength',
			'poll.days maximum',
			'mode enum',
		]);
	});

	it.each([
		['minimum', number({ min: 1 }), 0],
		['integer', number(), 1.5],
		['type', number(), 'many'],
		['type', flag(), 'maybe'],
		['format', date(), 'soon'],
		['pattern', ids(), '1,x'],
		['maxItems', list({ max: 1 }), 'a,b'],
		['exact', id(), 12345678901234567890],
	])('names the rule: %s', (rule, field, value) => {
		expect(wrong({ value: field }, { value })).toEqual([`value ${rule}`]);
	});

	it('reads once in a run what is the same for all items, and shares no objects between them', () => {
		const parameters: Record<string, string> = { name: 'Spring', tags: 'a,b', bid: '={{ $json.bid }}' };
		const context = {
			getNode: () => ({ parameters }),
			getNodeParameter: (name: string, item: number) =>
				name === 'bid' ? item + 1 : (parameters[name] ?? null),
			getTimezone: () => 'UTC',
		} as unknown as IExecuteFunctions;
		const once = text();
		const encode = jest.spyOn(once, 'encode');
		const fields = { name: once, tags: list(), bid: number() };
		const [first, second] = [0, 1].map((item) => readSome(context, fields, item));
		expect([first, second]).toEqual([1, 2].map((bid) => ({ name: 'Spring', tags: ['a', 'b'], bid })));
		expect(encode).toHaveBeenCalledTimes(1);
		expect(first?.tags).not.toBe(second?.tags);
	});

	it('leaves out what data have as null, wherever it stands', () => {
		const locator = { __rl: true, mode: 'id', value: null };
		const fields = update({ name: text(), budget: number(), campaign: text() });
		expect(read(fields, { updateFields: { name: null, budget: null, campaign: locator } }).values).toEqual(
			{},
		);
	});

	it('asks neither for a value nor for rules of what the form hides', () => {
		const fields = { mode: text(), url: when({ mode: ['url'] }, text({ max: 1 })) };
		expect(wrong(fields, { mode: 'id', url: 'long' })).toBeUndefined();
		expect(wrong(fields, { mode: 'url', url: 'long' })).toEqual(['url maxLength']);
	});

	it('gives a value or a reason for whatever a form may hold', () => {
		const fields = { id: id(), ids: ids(), on: flag(), count: number(), at: date(), items };
		fc.assert(
			fc.property(fc.dictionary(fc.constantFrom(...Object.keys(fields)), fc.anything()), (form) => {
				const { values, invalid } = read(fields, form);
				expect(values === undefined).toBe((invalid?.length ?? 0) > 0);
				// An encoder that fails for another reason than a rule.
				expect(invalid?.filter(({ rule }) => rule === 'value') ?? []).toEqual([]);
			}),
			{ numRuns: 500 },
		);
	});
});

describe('the name of what a rule blames', () => {
	const fields: Fields = {
		media: text({ label: 'Media Mode' }),
		'media.media_ids': ids({ label: 'Media IDs' }),
		items: rows({ bid_amount: number(), tags: group({ first: text() }) }),
	};

	it.each([
		['media', 'Media Mode'],
		['media.media_ids', 'Media IDs'],
		['items', 'Items'],
		['items.2', 'Items 3'],
		['items.0.bid_amount', 'Items 1 → Bid Amount'],
		['items.11.tags.first', 'Items 12 → Tags → First'],
		['updateFields', 'Update Fields'],
	])('%s is %s', (path, label) => {
		expect(labelAt(fields, path)).toBe(label);
	});

	it('stands in a text for every key of a field, and for nothing else', () => {
		expect(withLabels('needs {media.media_ids}, not {other}', fields)).toBe('needs "Media IDs", not {other}');
	});
});
