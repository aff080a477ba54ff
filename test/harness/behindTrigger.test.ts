/**
 * What runs behind a trigger of this package remember. n8n stores what a workflow remembers as one, a run as it was when
 * the run began: a run that stores would take the trigger back to where it was then.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { randomUUID } from 'node:crypto';
import { isEmpty, mapValues, omitBy } from 'lodash';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { deliver, stats } from './adsAnalytics/support';
import { users, USERS } from './adsAudiences/support';
import { account, ids, useAds } from './ads/support';
import { item } from './ads/wrongForms';
import { AUTO_MAP, itemsOf, products } from './catalog/support';
import { runBehindTrigger, type BehindOptions } from '../support/behindTrigger';
import { openPollTrigger } from '../support/pollTrigger';
import { useSkippedWaits } from '../support/waits';

const { sim, sent } = useAds();
useSkippedWaits(sim);

type Run = Awaited<ReturnType<typeof runBehindTrigger>>;

interface Case {
	readonly node: string;
	/** Where it is in what is stored. */
	readonly name: string;
	readonly form: () => Promise<INodeParameters> | INodeParameters;
	readonly items?: BehindOptions['items'];
	/** What shows that a run knew what the run before it has remembered. */
	readonly isKnown: (run: Run) => boolean;
	/** What a run says that no one stores; undefined where nothing is lost. */
	readonly lost: string | undefined;
}

const ads = (resource: string, operation: string, form: INodeParameters): INodeParameters => ({
	authentication: 'oAuth1',
	environment: 'production',
	resource,
	operation,
	...form,
});

const first = ({ json }: Run): IDataObject => json[0] ?? {};
const countOf = (line: string): number => sent().filter((each) => each === line).length;

const CASES: Record<string, Case> = {
	'the last good run of a catalog': {
		node: 'xCatalog',
		name: 'goodRuns',
		form: async () => {
			const { id } = (await sim().control('catalog', 'seed', { products: products(2) })) as { id: string };
			return { resource: 'product', operation: 'sync', ...AUTO_MAP, product_catalog_id: id };
		},
		items: itemsOf(products(2)),
		isKnown: (run) => JSON.stringify(first(run)).includes('Compared with the last good run of 20'),
		lost: 'Put the nodes of X Catalog into a workflow of their own',
	},
	'the place of a report': {
		node: 'xAdsAnalytics',
		name: 'reportSync',
		form: async () => {
			const now = sim().platform.clock.now();
			const hour = (before: number) => new Date(now - before * 3_600_000).toISOString();
			stats(sim());
			await deliver(sim(), ids.lineItem, 'ALL_ON_TWITTER', hour(3), hour(2));
			return ads('report', 'sync', { account_id: account, entity: 'LINE_ITEM' });
		},
		isKnown: ({ json }) => json.length > 0 && json.every(({ changed }) => changed !== null),
		lost: 'Put the nodes of X Ads Analytics into a workflow of their own',
	},
	'the users that were sent': {
		node: 'xAdsAudiences',
		name: 'sentUsers',
		form: () => ads('audience', 'addUsers', users()),
		items: [{ json: { email: 'ada@example.com' } }],
		isKnown: (run) => first(run).unchanged === 1 && countOf(`POST ${USERS}`) === 1,
		lost: 'Put the nodes of X Ads Audiences into a workflow of their own',
	},
	'lists that hardly change': {
		node: 'xAdsCampaigns',
		name: 'adsLists',
		form: () =>
			ads(
				'lineItem',
				'create',
				item({ check_bidding_rules: true, bid_strategy: 'MAX', bid_amount_local_micro: '0.32' }),
			),
		isKnown: () => countOf('GET /12/bidding_rules') === 1,
		lost: undefined,
	},
};

const TOLD = 'the trigger of the workflow is in another process';
const EVERY = Object.entries(CASES);

const optionsOf = async ({ node, form, items }: Case): Promise<BehindOptions> => ({
	sim: sim(),
	node,
	parameters: await form(),
	...(items && { items }),
});

/** What is stored: to look makes an empty memory, which n8n does not count as a change. */
const storedIn = ({ staticData }: Run) => omitBy(staticData, isEmpty);

it.each(EVERY)('%s: a run leaves it with the trigger, and the next run knows it', async (_, one) => {
	const id = randomUUID();
	const parameters = { authentication: 'oAuth2', event: 'mention', options: {} };
	const trigger = await openPollTrigger({ node: 'xCoreTrigger', id, sim: sim(), parameters });
	await trigger.activate();
	const options = { ...(await optionsOf(one)), id };
	const run = await runBehindTrigger(options);
	expect(run.error).toBeUndefined();
	expect(storedIn(run)).toEqual({});
	expect(run.hints.join()).not.toContain(TOLD);
	const next = await runBehindTrigger(options);
	expect(next.error).toBeUndefined();
	expect(one.isKnown(next)).toBe(true);
	expect(storedIn(next)).toEqual({});
	await trigger.poll();
	expect(trigger.storedStaticData.global).toHaveProperty(one.name);
});

it.each(EVERY)('%s: with the trigger in another process it says what is not kept', async (_, one) => {
	const options = await optionsOf(one);
	const { id, ...run } = await runBehindTrigger(options);
	expect(run.error).toBeUndefined();
	expect(run.staticData.global ?? {}).toEqual({});
	expect(run.hints.filter((hint) => hint.includes(TOLD))).toEqual(
		one.lost === undefined ? [] : [expect.stringContaining(one.lost)],
	);
	// Another process may have done something since, so a run may not rely on what this one remembers.
	expect(one.isKnown(await runBehindTrigger({ ...options, id }))).toBe(one.lost === undefined);
});

it.each(EVERY)('%s: behind another trigger it is n8n that stores', async (_, one) => {
	const trigger = 'n8n-nodes-base.manualTrigger';
	const options = { ...(await optionsOf(one)), trigger };
	const run = await runBehindTrigger(options);
	expect(run.error).toBeUndefined();
	expect(storedIn(run)).not.toEqual({});
	expect(run.hints.join()).not.toContain(TOLD);
	const { staticData } = run;
	const renamed = await runBehindTrigger({ ...options, name: 'Renamed', staticData });
	expect(renamed.error).toBeUndefined();
	expect(one.isKnown(renamed)).toBe(true);
});

it.each(EVERY)('%s: where it is damaged it is removed and said, and kept anew', async (_, one) => {
	const trigger = 'n8n-nodes-base.manualTrigger';
	const options = { ...(await optionsOf(one)), trigger };
	const whole = (await runBehindTrigger(options)).staticData;
	const kept = (whole.global as Record<string, IDataObject>)[one.name];
	const damaged = { global: { [one.name]: mapValues(kept, () => ['damaged']) } };
	const run = await runBehindTrigger({ ...options, staticData: damaged });
	expect(run.error).toBeUndefined();
	expect(one.isKnown(run)).toBe(false);
	expect(run.hints.join()).toContain(`is damaged (${one.name}) and was removed`);
	expect(Object.keys((run.staticData.global as Record<string, object>)[one.name] ?? {})).toEqual(
		Object.keys(kept ?? {}),
	);
});
