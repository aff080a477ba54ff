/**
 * A list of any length as a file, page by page, through any number of interruptions.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { parse } from 'csv-parse/sync';
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { readBinary, runNode, type NodeRun } from '../../support';
import { cases } from '../../support/cases';
import { by } from './support';

const PAGE = 1000;

/** What people write: commas, quotation marks, line ends, and a cell that looks like a formula. */
const NAMES = ['Ann', 'Bo, "the" second', 'line\nbreak', '=SUM(A1)', 'Zoë 😀'];

/** An X that has as many followers as wanted, and breaks off before the pages that a test names. */
class LongList {
	total = 0;
	/** The pages that are refused once, with a limit that lasts longer than anyone waits. */
	readonly breaks = new Set<number>();
	readonly asked: number[] = [];
	private readonly server: Server = createServer((request, response) => this.answer(request, response));

	async start(): Promise<void> {
		await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
	}

	async stop(): Promise<void> {
		await new Promise((resolve) => this.server.close(resolve));
	}

	get addresses() {
		const url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
		return { baseUrl: url, adsUrl: url, adsSandboxUrl: url };
	}

	private answer(request: IncomingMessage, response: ServerResponse): void {
		const { searchParams } = new URL(request.url ?? '', 'http://x');
		const page = Number(searchParams.get('pagination_token')?.replace('page', '') ?? 0);
		this.asked.push(page);
		if (this.breaks.delete(page)) {
			const reset = String(Math.ceil(Date.now() / 1000) + 10_000);
			response.writeHead(429, { 'content-type': 'application/json', 'x-rate-limit-reset': reset }).end('{}');
			return;
		}
		const from = page * PAGE;
		const count = Math.min(PAGE, this.total - from);
		const data = Array.from({ length: count }, (_, index) => userOf(from + index));
		const meta = from + count < this.total ? { next_token: `page${page + 1}` } : {};
		response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data, meta }));
	}
}

const userOf = (index: number) => ({
	id: String(10_000_000 + index),
	username: `user${index}`,
	name: NAMES[index % NAMES.length],
	public_metrics: { followers_count: index % 997 },
});

const x = new LongList();
beforeAll(async () => await x.start());
afterAll(async () => await x.stop());
beforeEach(() => {
	x.breaks.clear();
	x.asked.length = 0;
	x.total = 0;
});

const FIELDS = ['id', 'username', 'name', 'followers_count'];

const followers = async (options: INodeParameters, form: INodeParameters = {}): Promise<NodeRun> =>
	await runNode({
		node: 'xCore',
		sim: x.addresses,
		continueOnFail: true,
		parameters: {
			authentication: 'oAuth2',
			resource: 'user',
			operation: 'getFollowers',
			id: by('id', '42'),
			returnAll: true,
			output: 'selectedFields',
			outputFields: FIELDS.join(),
			options: { maxWait: 1, ...options },
			...form,
		},
	});

const partsOf = async (items: readonly INodeExecutionData[]): Promise<Buffer[]> =>
	await Promise.all(items.flatMap(({ binary }) => (binary?.data ? [readBinary(binary.data)] : [])));

/** Runs until nothing is left, as a workflow would, and gives what the files hold together. */
async function exported(file: string) {
	const digest = createHash('sha256');
	let [bytes, runs, results, start] = [0, 0, 0, ''];
	let resumeFrom: unknown = 'start';
	while (typeof resumeFrom === 'string') {
		const run = await followers({ file, resumeFrom });
		runs++;
		for (const part of await partsOf(run.items)) {
			digest.update(part);
			bytes += part.length;
			start ||= part.subarray(0, 200).toString();
		}
		for (const { results: count } of run.json) results += Number(count ?? 0);
		const { error, details } = (run.json.at(-1) ?? {}) as {
			error?: string;
			details?: { resume?: { from: string } };
		};
		// What fails at its first page begins at the same place again.
		resumeFrom = error === undefined ? undefined : (details?.resume?.from ?? resumeFrom);
	}
	return { hash: digest.digest('hex'), bytes, runs, results, start };
}

describe('a list in a file', () => {
	it('has a line of JSON for each result', async () => {
		x.total = 5;
		const run = await followers({ file: 'ndjson' });
		expect(run.json).toEqual([
			{ fileName: 'get-followers.ndjson', part: 1, results: 5, bytes: expect.any(Number) as number },
		]);
		const [content = Buffer.of()] = await partsOf(run.items);
		expect(content).toHaveLength(run.json[0]?.bytes as number);
		expect(
			content
				.toString()
				.trimEnd()
				.split('\n')
				.map((line) => JSON.parse(line) as unknown),
		).toEqual(
			[0, 1, 2, 3, 4].map((index) => {
				const { public_metrics, ...user } = userOf(index);
				return { ...user, ...public_metrics };
			}),
		);
	});

	it('that ends at Limit names the place where it goes on', async () => {
		x.total = 2700;
		const ids: unknown[] = [];
		const places: unknown[] = [];
		for (let resumeFrom = 'start'; resumeFrom !== '';) {
			const run = await followers({ file: 'ndjson', resumeFrom }, { returnAll: false, limit: 1000 });
			for (const line of Buffer.concat(await partsOf(run.items))
				.toString()
				.trimEnd()
				.split('\n'))
				ids.push((JSON.parse(line) as { id: string }).id);
			const { resume } = run.json.at(-1) as { resume?: { from: string } };
			places.push(resume);
			resumeFrom = resume?.from ?? '';
		}
		expect(ids).toEqual(Array.from({ length: 2700 }, (_, index) => userOf(index).id));
		const placeOf = (from: string) => ({ reason: 'limit', from, left: [{ item: 0, from, done: 1000 }] });
		expect(places).toEqual([placeOf('page1'), placeOf('page2'), undefined]);
	});

	// The witness is csv-parse, an independent program.
	it('has the chosen columns in CSV, whatever people write', async () => {
		x.total = 5;
		const run = await followers({ file: 'csv' });
		expect(parse((await partsOf(run.items))[0] ?? '', { columns: true })).toEqual(
			[0, 1, 2, 3, 4].map((index) => {
				const { public_metrics, ...user } = userOf(index);
				return { ...user, followers_count: String(public_metrics.followers_count) };
			}),
		);
	});

	it('keeps to Limit, and is there for an empty list', async () => {
		x.total = 3000;
		const some = await followers({ file: 'ndjson' }, { returnAll: false, limit: 1250 });
		// The place is the start of the page: nothing is left out.
		expect(some.json).toMatchObject([{ results: 1250, resume: { from: 'page1' } }]);
		x.total = 0;
		const none = await followers({ file: 'csv' });
		expect(none.json).toMatchObject([{ results: 0 }]);
		expect((await partsOf(none.items))[0]?.toString()).toBe(`${FIELDS.join()}\r\n`);
	});

	it('is no CSV without columns', async () => {
		const run = await followers({ file: 'csv' }, { output: 'simplified' });
		expect(run.json[0]?.error).toMatch(/"Write to File" takes the columns of a CSV file from Output Fields/);
		expect(x.asked).toEqual([]);
	});

	it('ends before Max Cost, and says where to resume', async () => {
		x.total = 3000;
		const run = await followers({ file: 'ndjson', maxCost: 15, whenMaxCost: 'end' });
		expect(run.json).toMatchObject([
			{ results: 2000 },
			{ resume: { reason: 'maxCost', from: 'page2', left: [{ item: 0, from: 'page2', done: 2000 }] } },
		]);
	});
});

describe('a list with ten interruptions', () => {
	it.each(['ndjson', 'csv'])('is byte for byte the same as one without: %s', async (file) => {
		x.total = cases(11_345, 200_000, 1_000_000);
		const whole = await exported(file);
		expect(whole).toMatchObject({ runs: 1, results: x.total });
		const pages = Math.ceil(x.total / PAGE);
		// The first page and the last one among them.
		for (let each = 0; each < 10; each++) x.breaks.add(Math.floor((each * (pages - 1)) / 9));
		const resumed = await exported(file);
		expect(resumed).toEqual({ ...whole, runs: 11 });
	});
});
