/**
 * Which stored Posts are the same, edited or gone.
 *
 * @jest-environment ./test/support/environment.ts
 */
import type { INodeParameters } from 'n8n-workflow';
import { byId, itemsWith, useCore } from './support';

const { sim, core, held, count } = useCore();

const form = (options: INodeParameters = {}) => ({
	id: byId('={{ $json.value.id ?? $json.value }}'),
	options,
});
const statusOf = ({ json }: { json: Array<Record<string, unknown>> }) => json.map(({ status }) => status);
const problem = (type: string, id: string) => ({
	type: `https://api.twitter.com/2/problems/${type}`,
	title: 'A title',
	detail: `About ${id}`,
	resource_id: id,
	value: id,
	parameter: 'ids',
	resource_type: 'tweet',
});
const answer = (body: Record<string, unknown>) =>
	sim().fail({ match: { path: '/2/tweets' }, kind: 'status', status: 200, body });

describe('Check Stored', () => {
	it('finds what was deleted and what was edited, against what X holds', async () => {
		const texts = itemsWith('kept', 'edited', 'deleted');
		const made = await core('post.create', { text: '={{ $json.value }}' }, { items: texts });
		const [kept, edited, gone] = made.json.map(({ id }) => id as string);
		await core('post.delete', { id: byId(gone!) });
		const again = await core('post.create', {
			text: 'edited, again',
			additionalFields: { edit_options_previous_post_id: byId(edited!) },
		});
		const items = made.json.map(({ id, text }) => ({ json: { value: { id, text } as never } }));
		const run = await core('post.checkStored', form({ storedText: '={{ $json.value.text }}' }), { items });
		expect(run.json).toMatchObject([
			{ id: kept, status: 'same', text: 'kept', latestId: kept },
			{ id: edited, status: 'edited', reason: 'there is a newer version', latestId: again.json[0]?.id },
			{ id: gone, status: 'gone', reason: expect.stringMatching(/^deleted/) as string },
		]);
		expect(run.itemsPaired).toEqual([0, 1, 2]);
	});

	it.each([
		['resource-not-found', 'gone'],
		['not-authorized-for-resource', 'gone'],
		['resource-unavailable', 'gone'],
		['disallowed-resource', 'gone'],
		// These say nothing about the Post: nothing may be deleted because of them.
		['operational-disconnect', 'unknown'],
		['field-hydration-failure', 'unknown'],
		['something-new', 'unknown'],
	])('reads the problem %s as %s', async (type, status) => {
		answer({ errors: [problem(type, '7')] });
		const run = await core('post.checkStored', form(), { items: itemsWith('7') });
		expect(run.json).toMatchObject([
			{ id: '7', status, reason: expect.stringContaining('About 7') as string },
		]);
	});

	it('says that X said nothing, where it said nothing', async () => {
		answer({ data: [null, { id: '8', text: 'eight' }] });
		const run = await core('post.checkStored', form(), { items: itemsWith('7', '8') });
		expect(statusOf(run)).toEqual(['unknown', 'same']);
	});

	it('takes escapes, long texts and known versions for the same', async () => {
		const versions = ['7', '71'];
		const long = { id: '8', text: 'cut…', note_tweet: { text: 'the whole text' } };
		answer({ data: [{ id: '7', text: 'a &amp; b', edit_history_tweet_ids: versions }, long] });
		const items = itemsWith({ id: '7', text: 'a & b', versions }, { id: '8', text: 'the whole text' });
		const options = { storedText: '={{ $json.value.text }}', storedVersions: '={{ $json.value.versions }}' };
		const run = await core('post.checkStored', form(options), { items });
		expect(statusOf(run)).toEqual(['same', 'same']);
		answer({ data: [{ id: '7', text: 'other' }] });
		const other = await core('post.checkStored', form(options), { items: items.slice(0, 1) });
		expect(other.json).toMatchObject([{ status: 'edited', reason: 'the text is another one' }]);
	});

	// Anyone who mirrors X would overwrite the stored text with nothing.
	it.each([[undefined], [null]])('takes a Post without a text (%s) for no edit', async (text) => {
		answer({ data: [{ id: '7', text }] });
		const options = { storedText: '={{ $json.value.text }}' };
		const run = await core('post.checkStored', form(options), { items: itemsWith({ id: '7', text: 'a' }) });
		expect(run.json).toEqual([
			{ id: '7', status: 'unknown', reason: 'X showed it without its text: check it again', latestId: '7' },
		]);
	});

	it('reads the problem of a Post that X names by resource_id alone', async () => {
		const { value, ...named } = problem('resource-not-found', '7');
		answer({ data: [{ id: 8, text: 'eight' }], errors: [named] });
		const run = await core('post.checkStored', form(), { items: itemsWith(value, '8') });
		expect(statusOf(run)).toEqual(['gone', 'same']);
	});

	it('says each problem that names none of the Posts', async () => {
		const errors = ['One is not there', 'Another is not there'].map((detail) => ({ title: 'Gone', detail }));
		answer({ data: [{ id: '7', text: 'seven' }], errors });
		const run = await core('post.checkStored', form(), { items: itemsWith('7') });
		expect(statusOf(run)).toEqual(['same']);
		expect(run.hints.map(({ message }) => message)).toContain(
			'X left something out: One is not there; Another is not there',
		);
	});

	it('says in which countries a Post is withheld', async () => {
		answer({ data: [{ id: '7', text: 'a', withheld: { country_codes: ['DE'] } }] });
		const run = await core('post.checkStored', form(), { items: itemsWith('7') });
		expect(run.json).toMatchObject([{ status: 'same', withheldIn: ['DE'] }]);
	});

	it('asks for a hundred with a request, for each Post once, and keeps the order', async () => {
		const ids = [...held().posts.keys()].slice(0, 30);
		const many = Array.from({ length: 250 }, (_, index) =>
			index % 2 === 0 ? ids[index % ids.length]! : String(500 + index),
		);
		const run = await core('post.checkStored', form(), { items: itemsWith(...many) });
		expect(run.json.map(({ id }) => id)).toEqual(many);
		expect(count('/2/tweets')).toBe(Math.ceil(new Set(many).size / 100));
	});

	it('ends at Max Cost, and does the rest with Resume From', async () => {
		const ids = Array.from({ length: 250 }, (_, index) => String(5000 + index));
		const seen = [...held().posts.keys()].slice(0, 20);
		const items = itemsWith(...seen, ...ids);
		const options = { maxCost: 0.55, whenMaxCost: 'end' };
		const first = await core('post.checkStored', form(options), { items });
		const resume = first.json.at(-1)?.resume;
		expect(resume).toMatchObject({ reason: 'maxCost' });
		const rest = await core('post.checkStored', form({ resumeFrom: resume as never }), { items });
		expect(rest.error).toBeUndefined();
		const done = [...first.json.slice(0, -1), ...rest.json].map(({ id }) => id);
		expect(done).toEqual([...seen, ...ids]);
	});

	it('fails a hundred together, and goes on with the next', async () => {
		sim().fail({ match: { path: '/2/tweets' }, kind: 'status', status: 403, body: { title: 'Forbidden' } });
		const items = itemsWith(...Array.from({ length: 150 }, (_, index) => String(5000 + index)));
		const run = await core('post.checkStored', form(), { items, continueOnFail: true });
		expect(run.json).toHaveLength(150);
		expect(run.json.filter(({ error }) => error !== undefined)).toHaveLength(100);
		expect(statusOf(run).slice(100)).toEqual(Array<string>(50).fill('gone'));
	});
});
