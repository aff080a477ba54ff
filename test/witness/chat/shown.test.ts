/** What is shown as verified is what someone signed, however an event was changed on its way. */
import { omit } from 'lodash';
import { isReady } from '../../simulator/chat/cipher';
import { contents, newKey, Person, relayed, type SignedAction } from '../../simulator/chat/person';
import { structure, write } from '../../simulator/chat/thrift';
import { cases } from '../../support/cases';
import { fc } from '../../support/properties';
import type { ReadableEvent } from '../../../nodes/shared/chat/events/readEvent';
import { memberwise, mutate, mutations, type Written } from './mutations';
import { Reader } from '../../support/ourChat';

const GROUP = 'g77';
const [ada, me, eve] = [new Person('11', '1000'), new Person('22', '1001'), new Person('33', '1002')];
const people = [ada, me, eve];
const [key, later] = [newKey('5000'), newKey('6000')];

const by = (person: Person, made: SignedAction, sequence: number): Written => ({
	by: person,
	event: relayed(made, person.userId, GROUP, String(sequence), 1_700_000_000_000),
});

function pool(): Written[] {
	const members = people.map(({ userId }) => userId);
	return [
		by(ada, ada.keyChange(GROUP, people, key), 1),
		by(ada, ada.groupCreation(members, key.version, 'Team'), 2),
		by(eve, eve.keyChange(GROUP, [ada, me], later), 3),
		by(eve, eve.memberAddition(GROUP, ['44', '55'], members, later.version), 4),
		by(ada, ada.message(GROUP, key, contents.text('Hello')), 5),
		by(eve, eve.message(GROUP, later, contents.text('Hi')), 6),
		by(eve, eve.message(GROUP, key, contents.edit('5', 'Bye')), 7),
		by(ada, ada.deletion(GROUP, ['5', '6']), 8),
	];
}

const CHANGES = [1, 2, 3, 4, 5, 6, 7, 9];
const paths = [
	[7, 3, 1],
	[7, 3, 2],
	...CHANGES.flatMap((id) => [
		[7, 4, 1, 1, id],
		[7, 4, 1, 5, id],
	]),
	[9],
	[2],
	[3],
	[4],
];

/** What X may say as it likes: IDs and times of its own, its word on keys, and what is marked as unsigned. */
const BESIDE = ['id', 'created_at', 'unsigned', 'identity', 'fingerprint', 'verification'];
const shown = (event: ReadableEvent): string => JSON.stringify(omit(event, BESIDE));

beforeAll(isReady);

test('of many changed events none shows as verified what nobody signed', () => {
	const events = pool();
	const reader = new Reader(
		me,
		people,
		events.map(({ event }) => event),
	);
	const signed = new Set(events.map(({ event }) => shown(reader.read(event) as ReadableEvent)));
	expect([...signed].every((each) => each.includes('"verified":true'))).toBe(true);
	const read = { verified: 0, doubted: 0 };
	const different: string[] = [];
	const all = fc.oneof(
		mutations.filter(({ kind }) => kind !== 'contents'),
		...memberwise(paths),
	);
	fc.assert(
		fc.property(fc.nat(1000), all, (index, mutation) => {
			const event = reader.read(mutate(events, index, mutation, key));
			if (event?.verified !== true) return void read.doubted++;
			read.verified++;
			// A member without contents is one that was not decrypted: it shows nothing but names.
			if (event.kind !== 'encrypted' && !signed.has(shown(event))) different.push(shown(event));
		}),
		{ numRuns: cases(1000, 20_000) },
	);
	expect(different).toEqual([]);
	expect(read.verified).toBeGreaterThan(50);
	expect(read.doubted).toBeGreaterThan(50);
});

test('a row for a stranger in the list of those who got a key is no part of what is verified', () => {
	const made = ada.keyChange(GROUP, people, key);
	const rows = people.map(({ userId }) =>
		structure(write.text(1, userId), write.text(2, 'AAAA'), write.text(3, '1')),
	);
	const own = new Reader(me, people, []).read(by(ada, made, 1).event);
	const detail = structure(write.inner(3, write.text(1, key.version), write.structures(2, rows.slice(0, 1))));
	const changed = new Reader(me, people, []).read(by(ada, { ...made, detail }, 1).event);
	expect(own).toMatchObject({ verified: true, unsigned: { member_ids: ['11', '22', '33'] } });
	expect(changed).toMatchObject({ verified: 'unknown', unsigned: { member_ids: ['11'] } });
});
