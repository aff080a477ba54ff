/**
 * Two executions that write the same, as two processes of n8n do: n8n gives nodes no lock, so that each knows of the
 * other what X shows.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { get, set } from 'lodash';
import type { IDataObject } from 'n8n-workflow';
import { asText } from '../../nodes/shared/util/text';
import { useSkippedWaits } from '../support/waits';
import { byId, itemsWith, useCore } from './core/support';

const { sim, core, held, world } = useCore();
useSkippedWaits(sim);

const TEXTS = ['one', 'two', 'three'];
const started = () => new Date(sim().platform.clock.now()).toISOString();
const send = async (options = {}) =>
	await core(
		'directMessage.send',
		{ participant_id: byId(world().other.id), text: '={{ $json.value }}', options },
		{ items: itemsWith(...TEXTS) },
	);
const times = () =>
	TEXTS.map((text) => [...held().dmEvents.values()].filter((event) => event.text === text).length);

/** X lists what is new so many seconds late. */
const listLate = (seconds: number) => listUpTo(() => sim().platform.clock.now() - seconds * 1000);

/** X lists nothing that was sent after a moment. */
const listUpTo = (moment: () => number) =>
	sim().fail({
		match: { method: 'GET', path: '/2/dm_conversations/with/{participant_id}/dm_events' },
		kind: 'altered',
		times: 100,
		alter: (answer) => {
			const known = moment();
			const all = (get(answer.body, 'data') ?? []) as IDataObject[];
			const shown = all.filter(({ created_at }) => Date.parse(asText(created_at)) <= known);
			return { ...answer, body: set({ ...(answer.body as object) }, 'data', shown) };
		},
	});

describe.each([0, 5])('where X lists a message %i seconds late', (late) => {
	it('an execution that resumes since the first began finds what that has sent', async () => {
		const since = started();
		await send();
		listLate(late);
		const run = await send({ resumeFrom: `since ${since}` });
		expect(run.error).toBeUndefined();
		expect(times()).toEqual([1, 1, 1]);
		expect(run.hints.map(({ message }) => message).join()).toContain('it was found on X, and not sent again');
	});

	it('two that begin at the same moment are two orders', async () => {
		listLate(late);
		await Promise.all([send(), send()]);
		expect(times()).toEqual([2, 2, 2]);
	});
});

it('two that resume before X lists what either has sent know nothing of each other', async () => {
	const resumeFrom = `since ${started()}`;
	const before = sim().platform.clock.now() - 1000;
	listUpTo(() => before);
	await Promise.all([send({ resumeFrom }), send({ resumeFrom })]);
	expect(times()).toEqual([2, 2, 2]);
});
