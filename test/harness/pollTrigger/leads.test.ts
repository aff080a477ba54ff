/**
 * Leads come as exports that take their time: over several polls, with failures and late entries.
 *
 * @jest-environment ./test/support/environment.ts
 */
import type { IDataObject } from 'n8n-workflow';
import { ads } from '../../simulator/ads/area';
import { ids } from '../../simulator/ads/ids';
import { leadsOf } from '../../simulator/ads/leads';
import { listSearch } from '../../support';
import { itemsOf } from '../../support/pollTrigger';
import { useSkippedWaits } from '../../support/waits';
import { byId, useWorld } from './world';

const world = useWorld();
useSkippedWaits(() => world().sim);

const parameters = { account_id: byId(ids.account), lead_form_id: byId(ids.leadForm) };
const EXPORTS = '/12/accounts/{account_id}/ad-export/api/v1/exports';

async function opened(options: IDataObject = {}) {
	const made = world();
	const trigger = await made.open('lead', parameters, { as: 'oAuth1', options });
	const settings = async (input: Record<string, unknown>) => await made.sim.control('ads', 'exports', input);
	// By so much is the clock of n8n behind that of X.
	let behind = 0;
	const pass = (minutes: number): void => {
		behind += minutes * 60;
		made.pass(minutes);
	};
	const add = async (name: string, late = 0): Promise<void> => {
		await made.sim.control('ads', 'addLead', { answers: { full_name: name }, ago: behind, late });
	};
	const names = () => itemsOf(trigger).map(({ full_name: name }) => name);
	return { ...made, trigger, settings, add, names, pass };
}

it('waits for an export as long as the poll lasts, and goes on with it in the next one', async () => {
	const { trigger, settings, add, names, count, pass } = await opened();
	await trigger.activate();
	await add('First');
	await settings({ seconds: 600 });
	const before = count(EXPORTS);
	await trigger.poll();
	expect(names()).toEqual([]);
	expect(count(EXPORTS)).toBe(before + 1);
	await settings({ seconds: 0 });
	pass(1);
	await add('Second');
	await trigger.poll();
	expect(names().sort()).toEqual(['First', 'Second']);
	await trigger.poll();
	await trigger.restart();
	expect(names()).toHaveLength(2);
});

it('begins an export anew where X has forgotten it, or it has failed', async () => {
	const { trigger, settings, add, names, sim } = await opened();
	await trigger.activate();
	const { exports: jobs } = leadsOf(ads.state(sim.platform).production.state);
	for (const lose of [() => jobs.clear(), () => jobs.forEach((job) => (job.status = 'FAILED'))]) {
		await settings({ seconds: 600 });
		await trigger.poll();
		lose();
		await settings({ seconds: 0 });
		await add('Somebody');
		await trigger.poll();
	}
	expect(names()).toEqual(['Somebody', 'Somebody']);
});

it('is a failed poll where an export fails, and the next one finds what came', async () => {
	const { trigger, settings, add, names } = await opened();
	await trigger.activate();
	await add('First');
	await settings({ outcome: 'fail' });
	await trigger.poll().catch(() => undefined);
	expect(names()).toEqual([]);
	await settings({ outcome: 'ready' });
	await trigger.poll();
	expect(names()).toEqual(['First']);
	expect(JSON.stringify(trigger.errors)).not.toContain('First');
});

it('finds leads that come late, once', async () => {
	const { trigger, add, names, pass } = await opened();
	await trigger.activate();
	await add('Late', 40 * 60);
	await add('At once');
	await trigger.poll();
	expect(names()).toEqual(['At once']);
	pass(45);
	await trigger.poll();
	await trigger.poll();
	expect(names()).toEqual(['At once', 'Late']);
});

it('offers the lead forms of the account', async () => {
	const { sim } = world();
	const form = { authentication: 'oAuth1', event: 'lead', account_id: byId(ids.account) };
	const { results } = await listSearch({
		node: 'xCoreTrigger',
		sim,
		method: 'searchLeadForms',
		parameters: form,
	});
	expect(results).toEqual([{ name: 'Fall launch form (3f2b8c1a)', value: ids.leadForm }]);
});
