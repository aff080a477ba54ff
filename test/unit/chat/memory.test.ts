/** What is remembered of senders and keys over years, and against those who would like it to be forgotten. */
import { TrustMemory } from '../../../nodes/shared/chat/trust/memory';

const MOST = 2000;
const identity = (userId: string, mark = `mark${userId}`) => ({ userId, mark, fingerprint: '' });
const meet = (memory: TrustMemory, userId: string, mark?: string) =>
	memory.recognize(identity(userId, mark), () => [identity(userId, mark)]);

/** The memory of the next execution. */
function later(memory: TrustMemory): TrustMemory {
	const next = new TrustMemory();
	next.merge(memory.toText());
	return next;
}

describe('the memory of a node', () => {
	it('knows who had which keys', () => {
		const first = new TrustMemory();
		expect([meet(first, '1'), meet(first, '1')]).toEqual(['new', 'new']);
		const second = later(first);
		expect([meet(second, '1'), meet(second, '1', 'other'), meet(later(second), '1', 'other')]).toEqual([
			'known',
			'changed',
			'changed',
		]);
		second.accept(identity('1', 'other'));
		expect([meet(later(second), '1', 'other'), meet(later(second), '1')]).toEqual(['known', 'known']);
	});

	it('knows all keys that someone has at first sight', () => {
		const memory = new TrustMemory();
		memory.recognize(identity('1', 'new'), () => [identity('1', 'new'), identity('1', 'old')]);
		expect(meet(later(memory), '1', 'old')).toBe('known');
	});

	it('accepts a change, however many there were', () => {
		const memory = new TrustMemory();
		for (let count = 0; count < 20; count++) memory.accept(identity('1', `mark${count}`));
		expect(meet(later(memory), '1', 'mark19')).toBe('known');
		expect(memory.toText().length).toBeLessThan(100);
	});

	it('never goes back from a key, also when an older memory is added', () => {
		const [memory, older] = [new TrustMemory(), new TrustMemory()];
		older.useKey('1:2', '1800000000000');
		memory.useKey('1:2', '1900000000000');
		memory.useKey('1:2', '1800000000000');
		memory.merge(older.toText());
		expect(memory.newestKey('1:2')).toBe('1900000000000');
		expect(later(memory).newestKey('1:2')).toBe('1900000000000');
	});

	it(`keeps the first ${MOST} people and conversations, whatever number of strangers comes`, () => {
		const memory = new TrustMemory();
		for (let count = 0; count < 2 * MOST; count++) {
			meet(memory, String(count), 'm'.repeat(22));
			memory.useKey(`1:${count}`, '1900000000000');
		}
		const next = later(memory);
		expect(next.isFull).toBe(true);
		expect([meet(next, '0', 'm'.repeat(22)), meet(next, '0', 'other')]).toEqual(['known', 'changed']);
		expect([meet(next, '3999'), meet(next, '3999')]).toEqual(['new', 'new']);
		expect(next.newestKey('1:0')).toBe('1900000000000');
		expect(next.toText().length).toBeLessThan(150_000);
	});

	it.each(['', 'user', 'key 1:2', 'nonsense 1 2\n\n'])('begins anew with %p', (stored) => {
		const memory = new TrustMemory();
		memory.merge(stored);
		expect(memory.toText()).toBe('');
	});
});
