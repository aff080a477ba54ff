import { sleep } from 'n8n-workflow';
import { sendInTurn, type BatchRequest } from '../../../nodes/shared/ads/batch/schedule';

interface Send {
	name: string;
	finish: (applied?: boolean) => void;
}

/** Requests that stay in progress until the test lets them finish. */
function sending(deliveries: BatchRequest<string>[], concurrency: number, stopEarly = false) {
	const underWay: Send[] = [];
	const started: string[] = [];
	const done = sendInTurn(deliveries, {
		concurrency,
		stopEarly,
		send: ([name = '']) =>
			new Promise<boolean>((finish) => {
				started.push(name);
				underWay.push({ name, finish: (applied = true) => finish(applied) });
			}),
	});
	// A request that had to wait starts in a later turn, and timers fire in the order in which they were set.
	const settle = async () => {
		for (let turn = 0; turn < 3; turn++) await sleep(0);
	};
	const finish = async (name: string, applied = true) => {
		const index = underWay.findIndex((send) => send.name === name);
		underWay.splice(index, 1)[0]?.finish(applied);
		await settle();
	};
	return { done, started, settle, finish };
}

const on = (name: string, ...parents: string[]): BatchRequest<string> => ({ members: [name], parents });

describe('requests in flight', () => {
	it('are at most as many as allowed', async () => {
		const { done, started, settle, finish } = sending([on('a'), on('b'), on('c'), on('d')], 2);
		await settle();
		expect(started).toEqual(['a', 'b']);
		await finish('b');
		expect(started).toEqual(['a', 'b', 'c']);
		await finish('a');
		await finish('c');
		await finish('d');
		await done;
	});

	it('wait for an earlier one that touches the same parent', async () => {
		const { done, started, settle, finish } = sending([on('a', 'x'), on('b', 'x', 'y'), on('c', 'z')], 3);
		await settle();
		expect(started).toEqual(['a', 'c']);
		await finish('a');
		expect(started).toEqual(['a', 'c', 'b']);
		await finish('b');
		await finish('c');
		await done;
	});

	it('keep nobody from going who does not wait himself', async () => {
		const { done, started, settle, finish } = sending(
			[on('a', 'x'), on('b', 'x'), on('c', 'x'), on('d', 'y')],
			2,
		);
		await settle();
		expect(started).toEqual(['a', 'd']);
		for (const name of ['a', 'd', 'b', 'c']) await finish(name);
		await done;
		expect(started).toEqual(['a', 'd', 'b', 'c']);
	});

	it('finish before an error is passed on, and none starts after it', async () => {
		const finished: string[] = [];
		const done = sendInTurn([on('a'), on('b'), on('c')], {
			concurrency: 2,
			stopEarly: false,
			send: async ([name = '']) => {
				if (name === 'a') throw new Error('lost');
				await new Promise((resolve) => setImmediate(resolve));
				finished.push(name);
				return true;
			},
		});
		await expect(done).rejects.toThrow('lost');
		expect(finished).toEqual(['b']);
	});
});
