/**
 * What is remembered of senders and keys over years and restarts, and against those who would like it to be forgotten.
 * n8n stores the memory of a workflow as one: behind a trigger, a run that stores writes all of it back as it was.
 */
import { omit } from 'lodash';
import { EventReader } from '../../../nodes/shared/chat/events/readEvent';
import { TrustMemory } from '../../../nodes/shared/chat/trust/memory';
import type { Identity } from '../../../nodes/shared/chat/trust/publicKeys';
import { newKey, Person, relayed } from '../../simulator/chat/person';
import { parsed, publicKeysOf, writerOf } from '../../support/ourChat';
import type * as TrustRoom from '../../../nodes/shared/chat/trust/memory';
import type * as MemoryRoom from '../../../nodes/shared/memory/workflowMemory';
import { startProcess, TriggeredWorkflow } from '../../support/triggeredWorkflow';

const MOST = 2000;
const [OLD, NEW] = ['1700000000001', '1700000000002'];
const identity = (userId: string, name = 'a', version = OLD): Identity => ({
	userId,
	mark: name.padEnd(22, '_'),
	fingerprint: `f${name}`.padEnd(43, '_'),
	version,
});
const meet = (memory: TrustMemory, userId: string, name?: string, version?: string) => {
	const found = identity(userId, name, version);
	return memory.recognize(found, () => [found]);
};

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
		expect([meet(second, '1'), meet(second, '1', 'b', NEW), meet(later(second), '1', 'b', NEW)]).toEqual([
			'known',
			'changed',
			'changed',
		]);
		second.accept(identity('1', 'b', NEW));
		expect(meet(later(second), '1', 'b', NEW)).toBe('known');
	});

	it('knows keys that were replaced, as long as X shows the newer ones', () => {
		const memory = new TrustMemory();
		const [newer, older] = [identity('1', 'b', NEW), identity('1')];
		expect(memory.recognize(newer, () => [newer, older])).toBe('new');
		const next = later(memory);
		expect(next.recognize(older, () => [newer, older])).toBe('replaced');
		// Taken back, under their own version and under a higher one.
		expect([meet(next, '1'), meet(next, '1', 'a', '1700000000009')]).toEqual(['changed', 'changed']);
		const higher = identity('1', 'a', '1700000000009');
		expect(next.recognize(higher, () => [newer, higher])).toBe('changed');
		expect(next.recognize(newer, () => [newer])).toBe('known');
		// The same keys, registered again.
		expect([meet(next, '1', 'b', '1700000000003'), meet(later(next), '1', 'b', NEW)]).toEqual([
			'known',
			'known',
		]);
	});

	it('knows the first of two keys to which X gives one version, and never the other', () => {
		const [one, other] = [identity('1'), identity('1', 'b')];
		const memory = new TrustMemory();
		expect(memory.recognize(one, () => [one, other])).toBe('new');
		const next = later(memory);
		expect(next.recognize(other, () => [other, one])).toBe('changed');
		expect(next.recognize(one, () => [other, one])).toBe('known');
		expect(next.mayAccept(other)).toBe(false);
	});

	it('accepts another fingerprint in a higher version, and nothing else', () => {
		const memory = new TrustMemory();
		meet(memory, '1', 'a', NEW);
		expect(memory.mayAccept(identity('1', 'b', '1700000000003'))).toBe(true);
		expect(memory.mayAccept(identity('1', 'b', OLD))).toBe(false);
		const signingOnly = { ...identity('1', 'a', '1700000000003'), mark: 'm'.repeat(22) };
		expect(memory.mayAccept(signingOnly)).toBe(false);
	});

	it('accepts a change, however many there were', () => {
		const memory = new TrustMemory();
		for (let count = 10; count < 30; count++)
			memory.accept(identity('1', `n${count}`, `17000000000${count}`));
		expect(meet(later(memory), '1', 'n29', '1700000000029')).toBe('known');
		expect(memory.trusted()).toHaveLength(8);
	});

	it('forgets whom a person forgets, also where an older memory is added', () => {
		let time = 1_800_000_000_000;
		const memory = new TrustMemory(() => time++);
		meet(memory, '1');
		const older = memory.toText();
		expect([memory.forget('1'), memory.forget('1')]).toEqual([true, false]);
		memory.merge(older);
		expect(later(memory).trusted()).toEqual([]);
		expect([meet(memory, '1', 'b'), meet(memory, '1')]).toEqual(['new', 'changed']);
		expect(later(memory).trusted()).toMatchObject([{ fingerprint: identity('1', 'b').fingerprint }]);
	});

	it('never goes back from a key, also when an older memory is added', () => {
		const [memory, older] = [new TrustMemory(), new TrustMemory()];
		older.useKey('1:2', OLD);
		memory.useKey('1:2', NEW);
		memory.useKey('1:2', OLD);
		memory.merge(older.toText());
		expect(memory.newestKey('1:2')).toBe(NEW);
		expect(later(memory).newestKey('1:2')).toBe(NEW);
	});

	it('remembers the newest key that is proven, whichever event comes first', () => {
		const [ada, me] = [new Person('11', '1000'), new Person('22', '1001')];
		const changes = [ada, me].map((by, index) =>
			relayed(by.keyChange('11:22', [ada, me], newKey(`500${index}`)), by.userId, '11:22', '1', 1),
		);
		const events = changes.map(parsed);
		for (const order of [events, [...events].reverse()]) {
			const trust = new TrustMemory();
			new EventReader(publicKeysOf([ada]), writerOf(me), { trust }).learn(order);
			expect(trust.newestKey('11:22')).toBe('5000');
		}
	});

	it('knows the newest key by who signed it, and none that was stored without them', () => {
		const memory = new TrustMemory();
		memory.useKey('g1', NEW, '1');
		memory.merge(`key g2 ${NEW}`);
		const key = (userId: string, version = NEW) => ({
			version,
			verdict: { verified: true, reason: '', signer: identity(userId) },
		});
		const used = [
			key('1'),
			key('2'),
			key('1', OLD),
			{ ...key('1'), verdict: { verified: true, reason: '' } },
		];
		expect(used.map((each) => later(memory).hasUsed('g1', each))).toEqual([true, false, false, false]);
		expect([later(memory).newestKey('g2'), later(memory).hasUsed('g2', key('1'))]).toEqual([NEW, false]);
	});

	it('remembers no version of the future, which nothing would ever be newer than', () => {
		const memory = new TrustMemory();
		const far = '99999999999999999999';
		memory.merge(
			`key 1:2 ${far}\nuser 1 ${'m'.repeat(22)}.${'f'.repeat(43)}.9999999999999999.1\nkey 3:4 ${OLD}`,
		);
		expect(memory.newestKey('1:2')).toBeUndefined();
		expect([memory.newestKey('3:4'), memory.trusted()]).toEqual([OLD, []]);
		const soon = String(Date.now() + 23 * 3_600_000);
		memory.useKey('1:2', soon);
		memory.useKey('1:2', String(Date.now() + 25 * 3_600_000));
		expect(memory.newestKey('1:2')).toBe(soon);
	});

	it(`keeps the first ${MOST} people and conversations, whatever number of strangers comes`, () => {
		const memory = new TrustMemory();
		for (let count = 0; count < 2 * MOST; count++) {
			meet(memory, String(count));
			memory.useKey(`1:${count}`, OLD);
			memory.addMembers(`g${count % 50}`, [String(10 * count), 'x y', '']);
		}
		const next = later(memory);
		expect(next.isFull).toBe(true);
		expect([meet(next, '0'), meet(next, '0', 'b')]).toEqual(['known', 'changed']);
		expect([meet(next, '3999'), meet(next, '3999')]).toEqual(['new', 'new']);
		expect(next.newestKey('1:0')).toBe(OLD);
		expect([...next.membersOf('g7')].slice(0, 2)).toEqual(['70', '570']);
		expect(next.toText().length).toBeLessThan(400_000);
	});

	it.each(['', 'user', 'user 1 a', 'key 1:2', 'nonsense 1 2\n\n'])('begins anew with %p', (stored) => {
		const memory = new TrustMemory();
		memory.merge(stored);
		expect(memory.toText()).toBe('');
	});
});

const start = () =>
	startProcess(() => ({
		...jest.requireActual<typeof TrustRoom>('../../../nodes/shared/chat/trust/memory'),
		...jest.requireActual<typeof MemoryRoom>('../../../nodes/shared/memory/workflowMemory'),
	}));

test.each(['xChat', 'xChatTool'])(
	'%s behind a trigger: people and keys are known after restarts',
	async (type) => {
		const workflow = new TriggeredWorkflow(type);
		for (let restart = 0; restart < 5; restart++) {
			const process = start();
			const run = async (seen: number, during: () => unknown = () => {}) =>
				await workflow.run(async (context) => {
					const trust = new process.StoredTrust(context);
					await during();
					const found = meet(trust.memory, String(seen));
					trust.memory.useKey('11:22', String(1000 + seen));
					trust.store();
					return found;
				});
			const poll = workflow.publish(process);
			poll();
			const { cursor } = workflow;
			// Polls go on while the run takes its time, and another run learns of someone.
			const during = async () => {
				poll();
				expect(await run(100 + restart)).toBe('new');
				poll();
			};
			expect(await run(restart, during)).toBe('new');
			expect(workflow.cursor).toBe(cursor + 2);
			poll();
			for (let known = 0; known <= restart; known++)
				expect([await run(known), await run(100 + known)]).toEqual(['known', 'known']);
			poll();
		}
		expect(workflow.global.chatTrust).toContain('key 11:22 1104');
	},
);

test('what is decided holds in the triggers of the workflow as well, and in no other workflow', async () => {
	const { StoredTrust } = start();
	await new TriggeredWorkflow('xChat').run((context) => {
		const elsewhere = { ...context, getWorkflow: () => ({ id: 'two', active: true }) };
		const contexts = [context, omit(context, 'getInputData'), omit(elsewhere, 'getInputData')];
		const [run, trigger, other] = contexts.map((each) => new StoredTrust(each as typeof context));
		run?.decide((memory) => memory.accept(identity('7')));
		const trusted = [run, trigger, other].map((each) => each?.memory.trusted().length);
		expect(trusted).toEqual([1, 1, 0]);
	});
});
