/**
 * Batches in which each input item says what to do with it.
 *
 * @jest-environment ./test/support/environment.ts
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { account, byId, ids, items, useAds } from './support';

const { sim, ads } = useAds();

const errors = (json: IDataObject[]) => json.map(({ error }) => error);

describe('where each input item says what to do', () => {
	const said: INodeParameters = {
		account_id: account,
		operation_type: 'Mixed',
		item_operation: '={{ $json.do }}',
	};
	const parameters: INodeParameters = {
		...said,
		campaign_id: byId('={{ $json.id }}'),
		funding_instrument_id: byId(`={{ $json.funding || "${ids.fundingInstrument}" }}`),
		name: '={{ $json.name }}',
		entity_status: 'PAUSED',
		additionalFields: { daily_budget_amount_local_micro: '={{ $json.daily }}' },
	};

	it('takes from the form what belongs to that, and leaves out the rest', async () => {
		const given = items([
			{ do: 'create', name: 'New', daily: '5', id: 'ignored' },
			{ do: ' Update ', id: ids.campaign, name: 'Renamed', daily: '7', funding: 'ignored' },
			{ do: 'DELETE', id: ids.draftCampaign, name: 'Ignored' },
		]);
		const run = await ads('campaign.batch', parameters, { items: given });
		expect(run.error?.message).toBeUndefined();
		const [create, update, remove] = sim().requests.at(-1)?.body as IDataObject[];
		expect(create).toEqual({
			operation_type: 'Create',
			params: {
				funding_instrument_id: ids.fundingInstrument,
				name: 'New',
				entity_status: 'PAUSED',
				daily_budget_amount_local_micro: 5_000_000,
			},
		});
		expect(update).toEqual({
			operation_type: 'Update',
			params: { campaign_id: ids.campaign, name: 'Renamed', daily_budget_amount_local_micro: 7_000_000 },
		});
		expect(remove).toEqual({ operation_type: 'Delete', params: { campaign_id: ids.draftCampaign } });
	});

	it('takes a status for what is changed and one for what is made, from one form', async () => {
		const { additionalFields } = parameters;
		const form = {
			...parameters,
			additionalFields: { ...(additionalFields as object), changed_status: 'ACTIVE' },
		};
		const given = items([
			{ do: 'Create', name: 'New', daily: '5' },
			{ do: 'Update', id: ids.campaign },
		]);
		const run = await ads('campaign.batch', form, { items: given });
		expect(run.error?.message).toBeUndefined();
		expect(run.json.map(({ entity_status: status }) => status)).toEqual(['PAUSED', 'ACTIVE']);
	});

	it('says once what X left out beside its results, and sends none again where that is an error', async () => {
		const given = items([
			{ do: 'Create', name: 'New', daily: '5' },
			{ do: 'Delete', id: ids.draftCampaign },
		]);
		const beside = [{ code: 'PART', message: 'A part is not there', operation_index: 0 }];
		sim().fail({ kind: 'partial', errors: beside, times: 2 });
		const run = await ads('campaign.batch', parameters, { items: given });
		expect(errors(run.json)).toEqual([undefined, undefined]);
		expect(run.hints.map(({ message }) => message)).toEqual([
			expect.stringMatching(/^Items 1 and 2: X left something out: A part is not there/),
		]);
		const options = { failOnPartialErrors: true, on_refusal: 'sendRest' };
		const before = sim().requests.length;
		const strict = await ads(
			'campaign.batch',
			{ ...parameters, options },
			{ items: given.slice(0, 1), continueOnFail: true },
		);
		expect(errors(strict.json)).toEqual([expect.stringContaining('A part is not there')]);
		expect(sim().requests.length - before).toBe(1);
	});

	it('refuses items that do not say it, or lack what it needs', async () => {
		const given = items([
			{ do: 'Pause', id: ids.campaign },
			{ do: 'Delete' },
			{ do: 'Update', id: ids.campaign },
			{},
		]);
		const run = await ads('campaign.batch', parameters, { items: given, continueOnFail: true });
		expect(errors(run.json)).toEqual([
			'"Action per Item" must be Create, Update or Delete, and is "Pause"',
			'"Campaign" is required to delete',
			'"Additional Fields" needs at least one field to change',
			'"Action per Item" is required, and {{ $json.do }} has no value',
		]);
		expect(sim().requests).toEqual([]);
	});

	it('knows line items and criteria, too', async () => {
		const line = {
			...said,
			targeting_criterion_id: byId('={{ $json.id }}'),
			line_item_id: byId(ids.lineItem),
			targeting_type: 'BROAD_KEYWORD',
			targeting_value: byId('={{ $json.word }}'),
			operator_type: 'EQ',
		};
		const given = items([
			{ do: 'Delete', id: ids.targetingCriterion },
			{ do: 'Create', word: 'coffee' },
			{ do: 'Update', id: ids.targetingCriterion },
		]);
		const run = await ads('targetingCriterion.batch', line, { items: given, continueOnFail: true });
		expect(errors(run.json)).toEqual([
			undefined,
			undefined,
			'"Action per Item" must be Create or Delete, and is "Update"',
		]);
		const lineItems = { ...said, line_item_id: byId('={{ $json.id }}'), name: '={{ $json.name }}' };
		const renamed = items([
			{ do: 'Update', id: ids.lineItem, name: 'Renamed' },
			{ do: 'Create', name: 'New' },
		]);
		const second = await ads('lineItem.batch', lineItems, { items: renamed, continueOnFail: true });
		expect(second.json[0]).toMatchObject({ name: 'Renamed' });
		expect(errors(second.json)[1]).toBe('"Campaign" is required to create');
	});
});
