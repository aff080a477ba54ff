/**
 * Every reader of bytes that strangers write: whatever they are, it ends soon, with what it could read or with an error
 * of its own. A file that takes bytes or characters apart and has no row here makes the last test fail.
 */
import { setFlagsFromString } from 'node:v8';
import { gzipSync } from 'node:zlib';
import { isReady } from '../../simulator/chat/cipher';
import { cases } from '../../support/cases';
import { randomFrom } from '../../support/random';
import { cpuTime, effortOf, turnEffortOf } from '../../support/effort';
import { heldBy } from '../../support/held';
import { sourceFiles } from '../tree/support/sourceFiles';
import { polluted } from './hostile';
import { attacked, LONGEST, NO_READERS, READERS } from './readers';

/** The longest turn of the event loop that most readers may take: 50 ms, as the calculation takes some 20. */
const TURN = 2.5;
/** How many times more an input may cost on another machine, held against the calculation. */
const MACHINES = 2;
/** Bytes that a reader may hold for each byte of an input, about twice what is measured, and what V8 holds besides. */
const HELD = 200;
const BESIDES = 2_000_000;
const MARKS =
	/readUInt|readInt|readBig|TextDecoder|charCodeAt|codePointAt|DecompressionStream|vendor\/(?:saxes|commonmark)|matchAll\(/;

/** The inputs that cost most: the collection of garbage may have made some of them dear. */
const DEAREST = cases(1, 4);
const INPUTS = cases(3, 100, 300);

/**
 * V8 no longer optimizes patterns once a process has compiled a megabyte of them and has 16 megabytes of machine code, as
 * a running n8n has. What is fast in a small process may be a hundred times slower there.
 */
beforeAll(async () => {
	setFlagsFromString('--no-regexp-optimization');
	await isReady();
});
afterAll(() => setFlagsFromString('--regexp-optimization'));

it.each(Object.keys(READERS))(
	`%s: ${INPUTS.toLocaleString('en')} inputs cost little and end`,
	async (name) => {
		const reader = READERS[name]!();
		const { read, refuses = [], most = 3, turn = TURN } = reader;
		const known = (reader.dear ?? []).map((text) => Buffer.from(text));
		const random = randomFrom(41);
		const wrong = new Set<string>();
		const attempt = async (bytes: Buffer): Promise<unknown> => {
			try {
				return await read(bytes);
			} catch (error) {
				if (!refuses.some((kind) => error instanceof kind)) wrong.add(String(error).slice(0, 200));
				return undefined;
			}
		};
		for (const honest of reader.honest) await read(Buffer.from(honest));
		let dear: { bytes: Buffer; cost: number }[] = [];
		for (let count = 0; count < INPUTS; count++) {
			const bytes = known.pop() ?? attacked(random, reader);
			const start = cpuTime();
			await attempt(bytes);
			const cost = cpuTime() - start;
			if (dear.length < DEAREST || cost > (dear.at(-1)?.cost ?? 0))
				dear = [...dear, { bytes, cost }].sort((a, b) => b.cost - a.cost).slice(0, DEAREST);
		}
		expect([...wrong]).toEqual([]);
		expect(polluted()).toEqual([]);
		for (const { bytes } of dear) {
			// A short input has its fixed costs.
			const bound = (MACHINES * most * Math.max(bytes.length, 4_000)) / LONGEST;
			expect(await effortOf(async () => await attempt(bytes), Math.max(bound, 0.5))).toBeLessThan(
				Math.max(bound, 0.5),
			);
			expect(await turnEffortOf(async () => await attempt(bytes), turn)).toBeLessThan(turn);
			expect(await heldBy(async () => await attempt(bytes))).toBeLessThan(HELD * bytes.length + BESIDES);
		}
	},
);

const long = (start: string, part: string, end = '') =>
	Buffer.from(start + part.repeat(3_000_000 / part.length) + end);
const BOMB = gzipSync(Buffer.from(`{}\n${`${' '.repeat(999)}\n`.repeat(150_000)}`));

it.each<[string, string, Buffer]>([
	['a record of CSV', 'CSV', long('a,b\n1,"', 'x')],
	['a blank beginning', 'CSV', Buffer.alloc(3_000_000, '\n')],
	['a header of CSV', 'CSV', long('', 'a,', '\n')],
	['a text of XML', 'XML', long('<rss><item><a>', 'x ', '</a></item></rss>')],
	['levels of XML', 'XML', Buffer.from('<a>'.repeat(65))],
	['a line of JSON', 'JSON lines', long('{"a":"', 'x')],
	['an entry of a JSON list', 'a JSON list', long('[{"a":"', 'x')],
	['a file that was packed only to grow', 'gzip', BOMB],
	['a result that was packed only to grow', 'results of a report', BOMB],
])('%s beyond its bound is refused with one error', async (_what, name, bytes) => {
	const { read } = READERS[name]!();
	await expect((async () => await read(bytes))()).rejects.toThrow(/takes more work than [\d,]+ /);
});

it('there is a row for each file that takes bytes or characters apart', () => {
	const found = sourceFiles('nodes', 'credentials').filter(({ text }) => MARKS.test(text));
	const named = [...Object.values(READERS).flatMap((make) => make().files), ...Object.keys(NO_READERS)];
	expect([...new Set(named)].sort()).toEqual(found.map(({ path }) => path).sort());
});
