/**
 * Batches of the ads nodes that break off: what is left comes out as data, and a run that takes it back makes nothing
 * twice. The campaigns that exist in the end are counted, not the requests.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { get } from 'lodash';
import type { INodeParameters } from 'n8n-workflow';
import { ads as area } from '../../simulator/ads/area';
import type { Fault } from '../../simulator/frame/faults';
import type { Resume } from '../../../nodes/shared/operation/resume';
import { useSkippedWaits } from '../../support/waits';
import { startNode, type NodeRun } from '../../support';
import { account, byId, ids, useAds } from './support';

const { sim, ads } = useAds();
const waits = useSkippedWaits(sim);

const PATH = `/12/batch/accounts/${ids.account}/campaigns`;
const given = Array.from({ length: 81 }, (_, index) => ({ json: { name: `Campaign ${index}` } }));
const form = (options: INodeParameters = {}): INodeParameters => ({
	account_id: account,
	operation_type: 'Create',
	funding_instrument_id: byId(ids.fundingInstrument),
	name: '={{ $json.name }}',
	entity_status: 'PAUSED',
	additionalFields: { daily_budget_amount_local_micro: '5' },
	options: { parallelRequests: 1, ...options },
});

/** How often each campaign exists. */
const made = (): number[] => {
	const { state } = area.state(sim().platform).production;
	const names = [...state.of('campaigns').of(ids.account)].map(({ data }) => data.name);
	return given.map(({ json }) => names.filter((name) => name === json.name).length);
};
const resumeOf = (run: NodeRun): Resume => get(run.error, 'context.data.resume') as unknown as Resume;
const fail = (fault: Omit<Fault, 'match' | 'skip'>) =>
	sim().fail({ match: { method: 'POST', path: PATH }, skip: 1, ...fault });

describe('the second of three requests', () => {
	it.each([
		['was taken, and its answer is cut off', { kind: 'reset', after: true }, 40],
		['was not taken, and its answer is cut off', { kind: 'reset' }, 40],
		['was taken, and is answered by 503', { kind: 'status', status: 503, body: {}, after: true }, 40],
		['is refused', { kind: 'status', status: 403, body: { errors: [{ code: 'FORBIDDEN' }] } }, 0],
	] as const)('%s: the rest is done by a run that resumes, once', async (_case, fault, unsure) => {
		fail(fault);
		const run = await ads('campaign.batch', form(), { items: given });
		const { left } = resumeOf(run);
		expect(left.map(({ item }) => item)).toEqual(Array.from({ length: 41 }, (_, index) => 40 + index));
		expect(left.filter((each) => each.unsure)).toHaveLength(unsure);
		expect(run.error?.description).toContain('Applied before it stopped: items 1 to 40');
		const rest = await ads('campaign.batch', form({ resumeFrom: JSON.stringify(resumeOf(run)) }), {
			items: given,
		});
		expect(rest.error?.message).toBeUndefined();
		expect(rest.itemsPaired).toEqual(left.map(({ item }) => item));
		expect(made()).toEqual(given.map(() => 1));
	});
});

it('leaves the unsure items out, or sends them again, where that is chosen', async () => {
	fail({ kind: 'reset', after: true });
	const resumeFrom = JSON.stringify(resumeOf(await ads('campaign.batch', form(), { items: given })));
	const out = await ads('campaign.batch', form({ resumeFrom, unsureItems: 'leaveOut' }), { items: given });
	expect(out.error?.message).toBeUndefined();
	expect(made()).toEqual(given.map(() => 1));
	await ads('campaign.batch', form({ resumeFrom, unsureItems: 'sendAgain' }), { items: given });
	expect(made().filter((count) => count > 1).length).toBeGreaterThanOrEqual(40);
});

it('deletes what a lost request did not delete, beside what it did', async () => {
	const deletion = (options: INodeParameters = {}) => ({
		account_id: account,
		operation_type: 'Delete',
		campaign_id: byId('={{ $json.id }}'),
		options,
	});
	const items = [ids.draftCampaign, ids.campaign].map((id) => ({ json: { id } }));
	sim().fail({ match: { method: 'POST', path: PATH }, kind: 'reset', after: true });
	const lost = await ads('campaign.batch', deletion(), { items: items.slice(0, 1) });
	const left = [{ ...resumeOf(lost).left[0], item: 0 }, { item: 1 }];
	const resumeFrom = JSON.stringify({ ...resumeOf(lost), left });
	sim().requests.length = 0;
	const run = await ads('campaign.batch', deletion({ resumeFrom }), { items });
	expect([run.error?.message, run.json]).toEqual([
		undefined,
		items.map(({ json }) => ({ deleted: true, campaign_id: json.id })),
	]);
	const again = await ads('campaign.batch', deletion(), { items });
	expect(again.error?.message).toContain('was not found');
});

it('of a cancelled run leave what X has not confirmed', async () => {
	fail({ kind: 'rateLimited', resetIn: 600 });
	const common = { authentication: 'oAuth1', environment: 'production', resource: 'campaign' };
	const parameters = { ...common, operation: 'batch', ...form() };
	const items = given.slice(0, 43);
	const running = await startNode({ node: 'xAdsCampaigns', sim: sim(), parameters, items });
	waits().meanwhile = () => running.cancel();
	const { run, status } = await running.finished;
	expect(status).toBe('canceled');
	const { left } = JSON.parse(run.data.resultData.metadata?.resume ?? '{}') as Resume;
	expect(left.map(({ item }) => item)).toEqual([40, 41, 42]);
});

const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };

it('are made once by a try of Retry On Fail that shares requests in another way', async () => {
	// The first request is lost. Its updates are sent again, beside what the second one has made.
	sim().fail({ match: { method: 'POST', path: PATH }, kind: 'reset', after: true });
	const items = given.slice(0, 80).map(({ json }, index) => ({
		json: { ...json, ...(index < 10 ? { do: 'Update', id: ids.campaign } : { do: 'Create' }) },
	}));
	const mixed = {
		...form({ parallelRequests: 2 }),
		operation_type: 'Mixed',
		item_operation: '={{ $json.do }}',
		campaign_id: byId('={{ $json.id }}'),
	};
	const run = await ads('campaign.batch', mixed, { items, settings });
	expect(run.error?.message).toBeUndefined();
	expect(run.itemsPaired).toEqual(items.map((_, index) => index));
	expect(made().slice(10, 80)).toEqual(Array(70).fill(1));
});

it('are not sent again by Retry On Fail where the answer does not name them', async () => {
	fail({ kind: 'status', status: 200, body: { data: [{ id: 'named' }] }, after: true });
	const run = await ads('campaign.batch', form(), { items: given, settings });
	expect(run.error?.message).toBe('X did not say what became of this item');
	expect(made().slice(0, 80)).toEqual(Array(80).fill(1));
});
