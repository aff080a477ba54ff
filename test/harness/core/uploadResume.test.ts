/**
 * What an interrupted upload leaves as data, and how Media → Upload takes it back.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { createHash, randomBytes } from 'node:crypto';
import { get } from 'lodash';
import type { INodeParameters } from 'n8n-workflow';
import type { Fault } from '../../simulator/frame/faults';
import { storeBinary, type NodeRun } from '../../support';
import { useSkippedWaits } from '../../support/waits';
import { first, useCore, type More } from './support';

const { sim, core, count, held } = useCore({ processingSeconds: 1, checkAfterSeconds: 1 });
useSkippedWaits(sim);

const MB = 1024 * 1024;
const INITIALIZE = '/2/media/upload/initialize';
const APPEND = '/2/media/upload/{id}/append';
const FINALIZE = '/2/media/upload/{id}/finalize';

const film = randomBytes(9 * MB + 5);
const upload = async (bytes: Buffer, options: INodeParameters = {}, more: More = {}) => {
	const data = await storeBinary(bytes, { mimeType: 'video/mp4', fileName: 'film.mp4' });
	const form = { media_category: 'tweet_video', options };
	return await core('media.upload', form, { items: [{ json: {}, binary: { data } }], ...more });
};
const thrown = ({ error }: NodeRun) => get(error, 'context.data.resume') as unknown;
const place = (run: NodeRun) => get(thrown(run), 'from') as unknown as string;
const idOf = () => [...held().uploads.keys()].at(-1) ?? '';
const arrived = async () => await sim().control('core', 'upload', { id: idOf() });
const whole = () => ({
	bytes: film.length,
	sha256: createHash('sha256').update(film).digest('hex'),
});
const once = (path: string, fault: Partial<Fault> = {}): void =>
	sim().fail({ match: { path }, kind: 'status', status: 403, ...fault });

describe('an upload that broke off', () => {
	it('leaves the media ID and how much X has, and goes on from there', async () => {
		once(APPEND, { skip: 2 });
		const run = await upload(film);
		const from = expect.stringMatching(new RegExp(`^${idOf()}:2:${8 * MB}:[0-9a-f]{12}$`)) as string;
		expect(thrown(run)).toEqual({ reason: 'forbidden', from, left: [{ item: 0, from, done: 2 }] });
		expect(run.error?.description).toContain(`The upload with the media ID ${idOf()} is not complete`);
		expect(run.error?.description).toContain(
			`To resume it with the same file, set Options → Resume From to ${place(run)}`,
		);
		const rest = await upload(film, { resumeFrom: thrown(run) as never });
		expect(rest.error).toBeUndefined();
		expect(first(rest)).toBe(idOf());
		expect(await arrived()).toMatchObject({ ...whole(), segments: [0, 1, 2] });
		expect([count(INITIALIZE), count(APPEND)]).toEqual([1, 4]);
	});

	it('goes on in the smaller segments that X had taken', async () => {
		once(APPEND, { status: 413, body: '' });
		once(APPEND, { skip: 5, after: true });
		const run = await upload(film);
		expect(place(run)).toMatch(`:5:${5 * MB}:`);
		const rest = await upload(film, { resumeFrom: place(run) });
		expect(rest.error).toBeUndefined();
		expect(await arrived()).toMatchObject(whole());
	});

	it('goes on where Max Cost ended it quietly', async () => {
		const run = await upload(film, { maxCost: 0.03, whenMaxCost: 'end' });
		const resume = run.json.at(-1)?.resume as never;
		expect(resume).toMatchObject({ reason: 'maxCost', left: [{ item: 0, done: 2 }] });
		const rest = await upload(film, { resumeFrom: resume, maxCost: 1, assumedPrice: 0.05 });
		expect(rest.error).toBeUndefined();
		expect(await arrived()).toMatchObject(whole());
	});

	it.each([
		['another file', randomBytes(9 * MB + 5)],
		['a shorter one', film.subarray(0, 6 * MB)],
	])('is not put together with %s', async (_which, other) => {
		once(APPEND, { skip: 2 });
		const run = await upload(film);
		const before = sim().requests.length;
		const rest = await upload(other, { resumeFrom: place(run) });
		expect(rest.error?.message).toContain('The file is not the one whose upload');
		expect(sim().requests).toHaveLength(before);
	});

	it('does not begin once more with a place of another kind', async () => {
		const run = await upload(film, { resumeFrom: '7140dibd' });
		expect(run.error?.message).toBe(
			'"Resume From" must be the place that an earlier upload names, and is "7140dibd"',
		);
		expect(sim().requests).toEqual([]);
	});
});

describe('an upload that X may have completed', () => {
	it.each([true, false])('is asked about before it is completed again: done is %s', async (after) => {
		once(FINALIZE, { status: 500, times: 9, after });
		once('/2/media/upload', { status: 500, times: 9 });
		const run = await upload(film);
		expect(place(run)).toMatch(`:3:${film.length}:`);
		sim().repair();
		const before = sim().requests.length;
		const rest = await upload(film, { resumeFrom: place(run) });
		expect(rest.error).toBeUndefined();
		expect(rest.json[0]).toMatchObject({ id: idOf(), processing_info: { state: 'succeeded' } });
		const [asked] = sim().requests.slice(before);
		expect([asked?.method, asked?.path]).toEqual(['GET', '/2/media/upload']);
		expect(count(APPEND)).toBe(3);
	});

	it('is completed where X said nothing in its answer', async () => {
		once(FINALIZE, { status: 200, body: {}, after: true });
		const run = await upload(film);
		expect(run.error).toBeUndefined();
		expect(run.hints.map(({ message }) => message).join()).toContain(
			'did not confirm that the upload is complete',
		);
	});

	it('is waited for, and not sent again, after Max Processing Wait', async () => {
		await sim().control('core', 'settings', { processingSeconds: 3600 });
		const run = await upload(film, { maxProcessingWait: 1 });
		expect(run.error?.message).toMatch(/^X was still processing the media after 1 seconds? \(0 %\)$/);
		expect(run.error?.description).toMatch(/Max Processing Wait.*Get Status.*\d{19}/);
		expect(place(run)).toBe(`${idOf()}:complete`);
		await sim().control('core', 'settings', { processingSeconds: 1 });
		sim().platform.clock.advance(3_600_000);
		const rest = await upload(film, { resumeFrom: place(run) });
		expect(rest.json).toMatchObject([{ id: idOf(), processing_info: { state: 'succeeded' } }]);
		expect([count(INITIALIZE), count(APPEND), count(FINALIZE)]).toEqual([1, 3, 1]);
	});
});

it('says which segments X did not confirm', async () => {
	once(APPEND, { status: 200, body: {}, skip: 1, after: true });
	const run = await upload(film);
	expect(run.error).toBeUndefined();
	expect(await arrived()).toMatchObject(whole());
	expect(run.hints.map(({ message }) => message).join()).toContain('but not the segments 1 of it');
});
