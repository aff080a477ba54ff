/**
 * Post → Publish Due: what becomes of the rows of a table, on X and in the table.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { get, pick } from 'lodash';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { asText } from '../../../nodes/shared/util/text';
import { useSkippedWaits } from '../../support/waits';
import { until } from '../../support/webhookReceiver';
import { useCore, type More } from './support';
import { runNode } from '../../support';

const { answer, core, count, held, sent, sim, start, world } = useCore();
useSkippedWaits(sim);

const MINUTE = 60_000;
const at = (minutes: number) => new Date(sim().platform.clock.now() + minutes * MINUTE).toISOString();
const EMPTY = { link: '', status: '', reason: '', wait_until: '' };
const row = (text: unknown, minutes: number, more: IDataObject = {}): INodeExecutionData => ({
	json: { row_id: `r${String(text)}`, text: text as string, post_at: at(minutes), ...EMPTY, ...more },
});
const publish = async (items: INodeExecutionData[], form: INodeParameters = {}, more: More = {}) =>
	await core('post.publishDue', { pauseMinutes: 0, ...form }, { items, ...more });
const mine = () =>
	[...held().posts.values()].filter(
		({ author_id, created_at }) =>
			author_id === world().me.id && Date.parse(created_at) > sim().platform.clock.now() - 60 * MINUTE,
	);
const texts = () => mine().map(({ text }) => text);
const hintsOf = ({ hints }: { hints: readonly { message: string }[] }) =>
	hints.map(({ message }) => message).join();
const states = (run: { json: IDataObject[] }) => run.json.map((json) => json.status);

let tests = 0;
beforeEach(() => {
	// The node remembers what its process has published in the last minutes.
	sim().platform.clock.advance(++tests * 60 * MINUTE);
	// The account has published before, and what is asked here is about what comes now.
	held().settings.refuseDuplicates = false;
	for (const [id, { author_id }] of held().posts) if (author_id === world().me.id) held().posts.delete(id);
});

it('shows in a Dry Run the rows that would be published now, with what would be sent', async () => {
	for (const [pauseMinutes, count] of [
		[0, 2],
		[15, 1],
	] as const) {
		const rows = [row('One', -5), row('Two', -4), row('Later', 30)];
		const run = await publish(rows, { pauseMinutes, options: { dryRun: true } });
		expect(run.error).toBeUndefined();
		const shown = run.json.filter(({ dryRun }) => dryRun === true);
		expect(shown.map((json) => get(json, 'requests.0.body.text'))).toEqual(['One', 'Two'].slice(0, count));
		expect(states(run)).toEqual(['waiting', 'waiting', 'waiting']);
		expect(hintsOf(run)).toContain('Nothing was sent');
	}
	expect(mine()).toEqual([]);
});

describe('the rows of a table', () => {
	it('come back with their own columns and what became of them', async () => {
		const rows = [
			row('Later', 30),
			row('Now', -5),
			row('Done', -60, { link: 'https://x.com/i/status/1', status: 'published' }),
			row('', -5),
			row('No time', 0, { post_at: '' }),
			row('No date', 0, { post_at: 'soon' }),
		];
		const run = await publish(rows);
		expect(run.error).toBeUndefined();
		const [post] = mine();
		expect(texts()).toEqual(['Now']);
		expect(run.json.map((json) => pick(json, Object.keys(EMPTY)))).toEqual([
			{ link: '', status: 'waiting', reason: 'is not due yet', wait_until: at(30) },
			{ link: `https://x.com/i/status/${post?.id}`, status: 'published', reason: '', wait_until: '' },
			{ link: 'https://x.com/i/status/1', status: 'published', reason: '', wait_until: '' },
			{ link: '', status: 'refused', reason: 'has no text', wait_until: '' },
			{ link: '', status: 'waiting', reason: 'has no time in "post_at"', wait_until: '' },
			{
				link: '',
				status: 'refused',
				reason: expect.stringContaining('must be a date and time') as string,
				wait_until: '',
			},
		]);
		expect(run.json.map(({ row_id, text }) => [row_id, text])).toEqual(
			rows.map(({ json }) => [json.row_id, json.text]),
		);
		expect(run.itemsPaired).toEqual([0, 1, 2, 3, 4, 5]);
		expect(hintsOf(run)).toContain('2 rows were refused: the column "reason" says why');
		// A second run has nothing left to publish.
		await publish(run.items);
		expect(texts()).toEqual(['Now']);
	});

	it('are held back by a status of the user, and say so', async () => {
		const words = ['draft', 'Needs review', 5, ' WAITING ', null];
		const run = await publish(words.map((status, index) => row(`Text ${index}`, -9 + index, { status })));
		expect(run.error).toBeUndefined();
		expect(texts().sort()).toEqual(['Text 3', 'Text 4']);
		expect(states(run)).toEqual(['draft', 'Needs review', 5, 'published', 'published']);
		const reasons = run.json.map(({ reason }) => reason);
		expect(reasons.slice(0, 3)).toEqual(
			['draft', 'Needs review', '5'].map(
				(word) => `is not published, because its status is "${word}": empty it, or set it to waiting`,
			),
		);
		expect(hintsOf(run)).toContain(
			'3 rows were left out, because their status is neither empty nor waiting (draft, Needs review, 5): the column "reason" says what to do',
		);
		// Without a row that may be published nothing is asked.
		const asked = sent().length;
		expect(states(await publish([row('Text', -1, { status: 'draft' })]))).toEqual(['draft']);
		expect(sent()).toHaveLength(asked);
	});

	it('are refused as a whole where a column is missing', async () => {
		const run = await publish([row('Now', -5)], { textColumn: 'Message' });
		expect(run.error?.message).toContain('"Text Column" is "Message", and no row has such a column');
		expect(run.error?.message).toContain('text, post_at, link');
		expect(sent()).toEqual([]);
	});

	it('keep a pause, also to a Post that was published by hand', async () => {
		await core('post.create', { text: 'By hand' });
		const run = await publish([row('One', -5), row('Two', -4)], { pauseMinutes: 15 });
		expect(states(run)).toEqual(['waiting', 'waiting']);
		expect(run.json.map(({ wait_until }) => wait_until)).toEqual([at(15), at(30)]);
		sim().platform.clock.advance(15 * MINUTE);
		const later = await publish(run.items, { pauseMinutes: 15 });
		expect(states(later)).toEqual(['published', 'waiting']);
		expect(texts()).toEqual(['By hand', 'One']);
	});

	it('are refused with a text of the last days, and when they are far too late', async () => {
		await core('post.create', { text: 'News &  more: https://example.com/a' });
		sim().platform.clock.advance(70 * MINUTE);
		const rows = [row('News & more: https://example.com/a', -5), row('Old', -73 * 60)];
		const run = await publish(rows);
		expect(states(run)).toEqual(['refused', 'refused']);
		expect(run.json[0]?.reason).toMatch(/^has the text of the Post \d+, published 20/);
		expect(run.json[1]?.reason).toMatch(/too long ago$/);
		const other = [row('News & more: https://example.com/b', -5)];
		expect(states(await publish(other))).toEqual(['published']);
		expect(states(await publish([rows[0]!], { options: { sameTextDays: 0 } }))).toEqual(['published']);
	});

	it('become threads, with media at the first Post', async () => {
		const [media] = held().media.keys();
		const binary = { data: { data: 'aGVsbG8=', mimeType: 'image/png' } };
		const rows = [
			row(`First\n---\nSecond\n ---\n${'Long '.repeat(70)}`, -9, { media_ids: '' }),
			{ ...row(['Picture', 'of it'], -8), binary },
			row('Nothing', -7),
		];
		const run = await publish(rows, { attachFiles: 'ifAny', binaryProperty: 'data' });
		expect(states(run)).toEqual(['published', 'published', 'published']);
		expect(texts().slice(0, 2)).toEqual(['First', 'Second']);
		expect(texts()).toHaveLength(7);
		const withMedia = mine().filter(({ attachments }) => attachments !== undefined);
		expect(withMedia.map(({ text }) => text)).toEqual(['Picture']);
		expect(run.items[1]?.binary).toEqual(binary);
		expect(media).toBeDefined();
		const strict = await publish([row('No file', -5)], { attachFiles: 'always', binaryProperty: 'data' });
		expect(strict.json[0]).toMatchObject({ status: 'refused', reason: 'has no file in data' });
	});
});

describe('a run that breaks off', () => {
	it('finds what was published before it was stopped, and continues a thread', async () => {
		const rows = [row('One', -5), row('Two\n---\nand more', -4), row('Three', -3)];
		sim().fail({
			match: { method: 'POST', path: '/2/tweets' },
			skip: 2,
			kind: 'rateLimited',
			resetIn: 600,
			// As often as the run asks before it is stopped.
			times: 1000,
		});
		const running = await start('post.publishDue', { pauseMinutes: 0 }, { items: rows });
		await until(() => count('/2/tweets') >= 3);
		running.cancel();
		await running.finished;
		sim().repair();
		expect(texts()).toEqual(['One', 'Two']);
		sim().platform.clock.advance(20 * MINUTE);
		// The table has nothing of all that.
		const run = await publish(rows);
		expect(states(run)).toEqual(['published', 'published', 'published']);
		expect(run.json[0]?.reason).toMatch(/^was found on X/);
		expect(texts()).toEqual(['One', 'Two', 'and more', 'Three']);
	});

	it('gives out what was published, and keeps the rest for the next run', async () => {
		answer('/2/tweets', {}, { skip: 1, status: 402 });
		const rows = [row('One', -5), row('Two', -4), row('Three', -3)];
		const run = await publish(rows);
		expect(run.error).toBeUndefined();
		expect(states(run)).toEqual(['published', 'waiting', 'waiting']);
		expect(hintsOf(run)).toContain('2 rows were not published, and wait for the next run');
		const next = await publish(run.items);
		expect(states(next)).toEqual(['published', 'published', 'published']);
		expect(texts()).toEqual(['One', 'Two', 'Three']);
	});

	it('is an error where nothing was published, with the row beside it for Continue On Fail', async () => {
		answer('/2/tweets', {}, { status: 402 });
		const rows = [row('One', -5)];
		expect((await publish(rows)).error?.httpCode).toBe('402');
		answer('/2/tweets', {}, { status: 402 });
		const run = await publish(rows, {}, { continueOnFail: true });
		expect(run.json[0]).toMatchObject({
			row_id: 'rOne',
			status: 'waiting',
			error: expect.any(String) as string,
		});
	});

	it('takes the word of X that it has the text already', async () => {
		await core('post.create', { text: 'One' });
		held().settings.refuseDuplicates = true;
		sim().platform.clock.advance(30 * MINUTE);
		const run = await publish([row('One', -5), row('Two', -4)], { options: { sameTextDays: 0 } });
		expect(states(run)).toEqual(['refused', 'published']);
		expect(run.json[0]?.reason).toMatch(/duplicate|same/i);
	});

	it.each([
		['an app without access', { type: 'https://api.twitter.com/2/problems/client-forbidden' }],
		['a suspended account', { errors: [{ code: 64, message: 'Your account is suspended.' }] }],
		['a locked account', { errors: [{ code: 326, message: 'This account is temporarily locked.' }] }],
	])('refuses no row for what is not about it: %s', async (_what, body) => {
		sim().fail({ match: { method: 'POST', path: '/2/tweets' }, kind: 'status', status: 403, body });
		const run = await publish([row('One', -5), row('Two', -4)], {}, { continueOnFail: true });
		expect(states(run)).toEqual(['waiting', 'waiting']);
		expect(count('/2/tweets')).toBe(1);
	});

	it('knows the Post behind a link that was copied from X', async () => {
		const [done] = (await publish([row('Same', -5)])).json;
		sim().platform.clock.advance(20 * MINUTE);
		const link = `${asText(done?.link)}?s=20`;
		const run = await publish([row('Same', -30, { link }), row('Same', -30)], {
			options: { sameTextDays: 0 },
		});
		expect(states(run)).toEqual(['', 'published']);
		expect(texts()).toEqual(['Same', 'Same']);
	});

	it('is not taken for published where the column of links has something else', async () => {
		const [said] = (await publish([row('Now', -5, { link: 'later' })])).json;
		expect(said).toMatchObject({ link: 'later', status: 'waiting' });
		expect(said?.reason).toContain('"link" has "later", which is no link to a Post: empty it');
		expect(texts()).toEqual([]);
	});

	it('never publishes an object', async () => {
		const run = await publish([row({ a: 1 }, -5), row(['One', { a: 1 }], -4)]);
		expect(states(run)).toEqual(['refused', 'refused']);
		expect(sent().filter((request) => request === 'POST /2/tweets')).toEqual([]);
	});

	it('publishes nothing twice where two executions run at the same time', async () => {
		const rows = [row('One', -5), row('Two', -4)];
		const runs = await Promise.all([publish(rows), publish(rows)]);
		expect(runs.map(states)).toEqual([
			['published', 'published'],
			['published', 'published'],
		]);
		expect(texts()).toEqual(['One', 'Two']);
	});
});

/** The parameters of a node of an example. */
function parametersOf(file: string, name: string): INodeParameters {
	const path = join(__dirname, '../../../examples', file);
	const { nodes } = JSON.parse(readFileSync(path, 'utf8')) as {
		nodes: { name: string; parameters: INodeParameters }[];
	};
	return nodes.find((node) => node.name === name)?.parameters ?? {};
}

it('publishes each row of a sheet once, killed in the middle', async () => {
	const file = 'x-schedule-posts-from-sheet.json';
	const parameters = parametersOf(file, 'Publish what is due');
	const { value: cells } = parametersOf(file, 'Note it in the row').columns as { value: IDataObject };
	const { clock } = sim().platform;
	const start = clock.now();
	// As a Data Table gives its rows: cells that were never written are null.
	const empty = Object.fromEntries(Object.keys(cells).map((name) => [name, null]));
	const table: IDataObject[] = [1, 2, 3, 4].map((id) => ({
		id,
		post_at: new Date(start + id * 5 * 60_000).toISOString(),
		text: id === 3 ? 'Offer 3\n---\nand its terms' : `Offer ${id}`,
		...empty,
	}));
	const options = () => ({
		node: 'xCore',
		sim: sim(),
		parameters,
		// The filter "is empty" of a Data Table finds null, and not an empty text.
		items: table.filter(({ link }) => link === null).map((json) => ({ json: { ...json } })),
	});
	const posts = () => [...held().posts.values()].filter(({ created_at }) => Date.parse(created_at) >= start);
	for (let round = 0; round < 20; round++) {
		clock.advance(5 * 60_000);
		const isKilled = round === 3 || round === 9;
		const run = await runNode(options());
		expect(run.error).toBeUndefined();
		// What a killed execution found out is in no row.
		if (isKilled) continue;
		for (const row of run.json) {
			const stored = table.find(({ id }) => id === row.id);
			for (const name of Object.keys(cells)) if (stored) stored[name] = row[name];
		}
	}
	expect(posts().map(({ text }) => text)).toEqual([
		'Offer 1',
		'Offer 2',
		'Offer 3',
		'and its terms',
		'Offer 4',
	]);
	expect(table.map(({ status }) => status)).toEqual(Array<string>(4).fill('published'));
	expect(table.map(({ link }) => link)).toEqual(
		posts()
			.filter(({ referenced_tweets }) => !referenced_tweets)
			.map(({ id }) => `https://x.com/i/status/${id}`),
	);
});
