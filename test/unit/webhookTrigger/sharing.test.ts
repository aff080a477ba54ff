import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import type * as Guests from '../../../nodes/XWebhookTrigger/sharing/guests';
import { forward } from '../../../nodes/XWebhookTrigger/sharing/forward';

/** A process of n8n: the same code with a memory of its own. */
function newProcess(): typeof Guests {
	let module: typeof Guests | undefined;
	jest.isolateModules(() => {
		module = jest.requireActual<typeof Guests>('../../../nodes/XWebhookTrigger/sharing/guests');
	});
	if (module === undefined) throw new Error('The module was not loaded');
	return module;
}

const join = (url: string, at: number): Guests.ShareRequest => ({ action: 'join', url, at });

describe('the guests of a shared webhook in several processes', () => {
	it('are forgotten by all when sharing ends, also by the process that took them in', () => {
		const [main, worker] = [newProcess(), newProcess()];
		const stored: IDataObject = {};
		worker.applyShare('node', stored, join('https://guest', 1_000));
		expect(main.guestsOf('node', stored)).toEqual(['https://guest']);
		main.endSharing('node', stored, 2_000);
		expect(worker.guestsOf('node', stored)).toEqual([]);
		// What the process stores with its next delivery does not bring them back.
		worker.keepGuests('node', stored);
		expect(main.guestsOf('node', stored)).toEqual([]);
		worker.applyShare('node', stored, join('https://guest', 3_000));
		expect(main.guestsOf('node', stored)).toEqual(['https://guest']);
	});

	it('stay known to a process that has seen them once, when another overwrites what is stored', () => {
		const [one, other] = [newProcess(), newProcess()];
		const stored: IDataObject = {};
		one.applyShare('node', stored, join('https://guest', 1_000));
		other.guestsOf('node', stored);
		expect(other.guestsOf('node', {})).toEqual(['https://guest']);
	});

	it('are told whether n8n has stored that they share', () => {
		const owner = newProcess();
		const stored: IDataObject = {};
		expect(owner.applyShare('node', stored, join('https://guest', 1_000))).toBe(false);
		expect(owner.applyShare('node', stored, join('https://guest', 1_001))).toBe(true);
		expect(owner.applyShare('node', {}, join('https://guest', 1_002))).toBe(false);
	});
});

describe('forwarding', () => {
	const answering = (statusCode: number, body = '') =>
		({
			helpers: { httpRequest: () => Promise.resolve({ statusCode, body }) },
		}) as unknown as IWebhookFunctions;
	const send = async (context: IWebhookFunctions, url: string) =>
		await forward(context, [url], Buffer.from('{}'), { oauth2: 'sha256=' });

	beforeEach(() => jest.useFakeTimers({ now: 1_000_000 }));
	afterEach(() => jest.useRealTimers());

	it('takes a workflow for gone only when its n8n has not known it for a quarter of an hour', async () => {
		const url = 'https://restarting';
		expect(await send(answering(404), url)).toMatchObject([{ isGone: false }]);
		jest.setSystemTime(1_000_000 + 14 * 60_000);
		expect(await send(answering(404), url)).toMatchObject([{ isGone: false }]);
		expect(await send(answering(200), url)).toEqual([]);
		jest.setSystemTime(1_000_000 + 28 * 60_000);
		expect(await send(answering(404), url)).toMatchObject([{ isGone: false }]);
		jest.setSystemTime(1_000_000 + 43 * 60_000);
		expect(await send(answering(404), url)).toMatchObject([{ isGone: true }]);
		expect(await send(answering(410), 'https://gone')).toMatchObject([{ isGone: true }]);
	});

	it('is not taken in by a starting n8n, which answers 200 to everything', async () => {
		const starting = answering(200, 'n8n is starting up. Please wait');
		expect(await send(starting, 'https://starting')).toMatchObject([
			{ answer: 'n8n is starting up there', isGone: false },
		]);
	});
});
