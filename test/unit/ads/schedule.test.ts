import { deliver, type Delivery } from '../../../nodes/XAdsCampaigns/batch/schedule';

interface Flight {
	name: string;
	land: (applied?: boolean) => void;
}

/** Sends that stay under way until the test lets them land. */
function airport(deliveries: Delivery<string>[], lanes: number, stopEarly = false) {
	const inAir: Flight[] = [];
	const started: string[] = [];
	const done = deliver(deliveries, {
		concurrency: lanes,
		stopEarly,
		send: ([name = '']) =>
			new Promise<boolean>((land) => {
				started.push(name);
				inAir.push({ name, land: (applied = true) => land(applied) });
			}),
	});
	const settle = () => new Promise((resolve) => setImmediate(resolve));
	const land = async (name: string, applied = true) => {
		const index = inAir.findIndex((flight) => flight.name === name);
		inAir.splice(index, 1)[0]?.land(applied);
		await settle();
	};
	return { done, started, settle, land };
}

const on = (name: string, ...parents: string[]): Delivery<string> => ({ members: [name], parents });

describe('requests in flight', () => {
	it('are at most as many as allowed', async () => {
		const { done, started, settle, land } = airport([on('a'), on('b'), on('c'), on('d')], 2);
		await settle();
		expect(started).toEqual(['a', 'b']);
		await land('b');
		expect(started).toEqual(['a', 'b', 'c']);
		await land('a');
		await land('c');
		await land('d');
		await done;
	});

	it('wait for an earlier one that touches the same parent', async () => {
		const { done, started, settle, land } = airport([on('a', 'x'), on('b', 'x', 'y'), on('c', 'z')], 3);
		await settle();
		expect(started).toEqual(['a', 'c']);
		await land('a');
		expect(started).toEqual(['a', 'c', 'b']);
		await land('b');
		await land('c');
		await done;
	});

	it('keep nobody from going who does not wait himself', async () => {
		const { done, started, settle, land } = airport(
			[on('a', 'x'), on('b', 'x'), on('c', 'x'), on('d', 'y')],
			2,
		);
		await settle();
		expect(started).toEqual(['a', 'd']);
		for (const name of ['a', 'd', 'b', 'c']) await land(name);
		await done;
		expect(started).toEqual(['a', 'd', 'b', 'c']);
	});

	it('land before an error is passed on, and none starts after it', async () => {
		const landed: string[] = [];
		const done = deliver([on('a'), on('b'), on('c')], {
			concurrency: 2,
			stopEarly: false,
			send: async ([name = '']) => {
				if (name === 'a') throw new Error('lost');
				await new Promise((resolve) => setImmediate(resolve));
				landed.push(name);
				return true;
			},
		});
		await expect(done).rejects.toThrow('lost');
		expect(landed).toEqual(['b']);
	});

	it('end after a refusal, where that is asked for', async () => {
		const { done, started, settle, land } = airport([on('a'), on('b'), on('c')], 1, true);
		await settle();
		await land('a', false);
		await done;
		expect(started).toEqual(['a']);
	});

	it('are none where there is nothing to send', async () => {
		await airport([], 4).done;
	});
});
