/** Whose keys open what is believed in a group: the nodes beside X's SDK, which does not ask who is a member. */
import { withKnownSenders } from '../../../nodes/shared/chat/events/groupSenders';
import { EventReader, parseEvent } from '../../../nodes/shared/chat/events/readEvent';
import { TrustMemory } from '../../../nodes/shared/chat/trust/memory';
import { isReady } from '../../simulator/chat/cipher';
import { contents, newKey, Person, relayed, type SignedAction } from '../../simulator/chat/person';
import { publicKeysOf, writerOf } from '../../support/ourChat';
import * as sdk from './sdk';

const GROUP = 'g77';
const people = ['11', '22', '33', '44'].map((id) => new Person(id, `17000000000${id}`));
const [ada, bob, reader, eve] = people as [Person, Person, Person, Person];
const members = [ada, bob, reader];
const keys = ['1700000000100', '1700000000200', '1700000000300', '1700000000400'].map(newKey);

beforeAll(async () => await isReady());

/** A group in which three people hand over keys one after the other, and Ada writes with each. */
function talk(signers: readonly (readonly [Person, readonly Person[]])[]) {
	const events: Buffer[] = [];
	const relay = (by: Person, action: SignedAction) => {
		const event = relayed(action, by.userId, GROUP, String(events.length + 1), 1_700_000_000_000);
		events.push(event);
		return event;
	};
	const said = signers.map(([by, readers], index) => {
		const key = keys[index] as (typeof keys)[0];
		relay(by, by.keyChange(GROUP, readers, key));
		const ids = readers.map(({ userId }) => userId);
		if (index === 0) relay(by, by.groupCreation(ids, key.version));
		return relay(ada, ada.message(GROUP, key, contents.text(`Message ${index + 1}`)));
	});
	return { events, said };
}

async function ours(
	{ events, said }: ReturnType<typeof talk>,
	inGroup: readonly Person[],
	memory = new TrustMemory(),
) {
	const expected = { conversation: GROUP, trust: memory };
	const read = new EventReader(publicKeysOf(people), writerOf(reader), expected);
	const parse = (event: Buffer) => parseEvent(event.toString('base64'));
	read.learn(events.flatMap((event) => parse(event) ?? []));
	const group = {
		conversation: GROUP,
		keys: read.keysOf(GROUP)!,
		ownId: reader.userId,
		memory,
		members: async () => await Promise.resolve(inGroup.map(({ userId }) => userId)),
		earlier: async () => await Promise.resolve(),
	};
	const opened = said.map((event) => read.read(parse(event)!));
	return (await withKnownSenders(group, opened)).map((each) => each?.readable.verified);
}

function theirs({ events, said }: ReturnType<typeof talk>) {
	const client = new sdk.Client(reader, people);
	return said.map((event) => client.read(event, client.keysIn(events))?.verified);
}

test.each([
	['of members', [[ada, members] as const, [bob, members] as const], members, [true, true]],
	[
		'of someone who has left since',
		[[ada, members] as const, [bob, members] as const],
		[ada, reader],
		[true, true],
	],
	[
		'of someone who was left out before',
		[[ada, members] as const, [ada, [ada, reader]] as const, [bob, members] as const],
		[ada, reader],
		[true, true, 'unknown'],
	],
	['of a stranger', [[ada, members] as const, [eve, people] as const], members, [true, 'unknown']],
	[
		'of a stranger who was let in by someone who has left',
		[[ada, members] as const, [bob, people] as const, [eve, people] as const],
		[ada, reader],
		[true, true, 'unknown'],
	],
])('keys %s', async (_case, signers, inGroup, expected) => {
	const group = talk(signers);
	expect(await ours(group, inGroup)).toEqual(expected);
	// The SDK has no list of members: each of these keys counts for it.
	expect(theirs(group)).toEqual(signers.map(() => true));
});

test('keys of someone who was left out with a key that a run has seen, and that is out of reach now', async () => {
	const { events, said } = talk([
		[ada, members],
		[ada, [ada, reader]],
		[bob, members],
	]);
	const reach = {
		events: [...events.slice(0, 3), ...events.slice(5)],
		said: [...said.slice(0, 1), ...said.slice(2)],
	};
	const memory = new TrustMemory();
	memory.useKey(GROUP, String(keys[1]?.version), ada.userId);
	expect(await ours(reach, [ada, reader], memory)).toEqual([true, 'unknown']);
	// Nothing else in reach shows that he was left out.
	expect(await ours(reach, [ada, reader])).toEqual([true, true]);
});
