/** What the other tests of chat would not notice: keys that are not random. */
import { newKey, newMessageId } from '../../../nodes/shared/chat/events/write';
import { Person } from '../../simulator/chat/person';
import { publicKeysOf, writerOf } from '../../support/ourChat';

const COUNT = 500;
const ada = new Person('11', '1000');
const publicKeys = publicKeysOf([ada]);
const writer = writerOf(ada);

test(`${COUNT} new keys of conversations differ, and no byte is the same in all of them`, () => {
	const keys = Array.from(
		{ length: COUNT },
		() => newKey(writer, '11:22', [ada.userId], publicKeys, '1').key,
	);
	expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(COUNT);
	expect(keys.every(({ length }) => length === 32)).toBe(true);
	for (let place = 0; place < 32; place++)
		expect(new Set(keys.map((key) => key[place])).size).toBeGreaterThan(COUNT / 10);
});

test(`${COUNT} new messages have different IDs`, () => {
	expect(new Set(Array.from({ length: COUNT }, newMessageId)).size).toBe(COUNT);
});
