/**
 * Batches: few requests for many items, and every item its own result or its own error, also where each item says what
 * to do with it.
 *
 * @jest-environment ./test/support/environment.ts
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { account, byId, ids, items, newLineItem, useAds } from './support';

const { sim, ads, sent } = useAds();

const path = (kind: string) => `POST /12/batch/accounts/${ids.account}/${kind}`;
const errors = (json: IDataObject[]) => json.map(({ error }) => error);

const keywords: INodeParameters = {
	account_id: account,
	operation_type: 'Create',
	line_item_id: byId(`={{ $json.lineItem || "${ids.lineItem}" }}`),
	targeting_type: '={{ $json.type || "BROAD_KEYWORD" }}',
	targeting_value: byId('={{ $json.word }}'),
	operator_type: 'EQ',
};
const words = (count: number) =>
	items(Array.from({ length: count }, (_, index) => ({ word: `word ${index}` })));

const newCampaigns: INodeParameters = {
	account_id: account,
	operation_type: 'Create',
	campaign_id: byId('={{ $json.id }}'),
	funding_instrument_id: byId(`={{ $json.funding || "${ids.fundingInstrument}" }}`),
	name: '={{ $json.name }}',
	entity_status: 'PAUSED',
	additionalFields: { daily_budget_amount_local_micro: '={{ $json.daily }}' },
};

it('groups items into requests of the documented size, and answers in order', async () => {
	const run = await ads('targetingCriterion.batch', keywords, { items: words(620) });
	expect(run.error).toBeUndefined();
	expect(sent()).toEqual([path('targeting_criteria'), path('targeting_criteria')]);
	expect(sim().requests.map(({ body }) => (body as unknown[]).length)).toEqual([500, 120]);
	expect(run.json.map(({ targeting_value: word }) => word)).toEqual(words(620).map(({ json }) => json.word));
	expect(run.itemsPaired).toEqual(words(620).map((_, index) => index));
});

describe('a refused batch', () => {
	const given = items([
		{ name: 'Good', daily: '5' },
		{ name: 'Unknown funding', daily: '5', funding: 'nope1' },
		{ name: 'Good too', daily: '5' },
	]);

	it('tells every item what became of it', async () => {
		const run = await ads('campaign.batch', newCampaigns, { items: given, continueOnFail: true });
		expect(errors(run.json)).toEqual([
			'Not applied: item 2 was refused, in the same batch',
			expect.stringContaining('The funding instrument was not found'),
			'Not applied: item 2 was refused, in the same batch',
		]);
		const { description } = run.json[1]?.details as IDataObject;
		expect(description).toContain('This is about "Funding Instrument" (funding_instrument_id). ');
		expect(run.itemsPaired).toEqual([0, 1, 2]);
		expect(sent()).toEqual([path('campaigns')]);
	});

	it('is sent again without the items at fault, where that is asked for', async () => {
		const parameters = { ...newCampaigns, options: { on_refusal: 'sendRest' } };
		const run = await ads('campaign.batch', parameters, { items: given, continueOnFail: true });
		expect(run.json.map(({ name }) => name)).toEqual(['Good', undefined, 'Good too']);
		expect(errors(run.json)[1]).toContain('The funding instrument was not found');
		expect(sent()).toHaveLength(2);
	});

	const many = (name: string, count: number) =>
		items(Array.from({ length: count }, (_, index) => ({ name: `${name} ${index}`, daily: '5' })));

	it('stops the run with the error of the item at fault, says what was applied before and sends no more', async () => {
		const parameters = { ...newCampaigns, options: { parallelRequests: 1 } };
		const run = await ads('campaign.batch', parameters, { items: [...many('Before', 40), ...given] });
		expect(run.error?.message).toContain('The funding instrument was not found');
		expect(run.error?.description).toContain(
			'Applied before it stopped: items 1 to 40. For the others, run it with the same items',
		);
		sim().requests.length = 0;
		const first = await ads('campaign.batch', parameters, { items: [...given, ...many('After', 80)] });
		expect(first.error?.description).toContain('No item of this run was applied');
		expect(sent()).toHaveLength(1);
	});
});

it('refuses an item with a wrong value before sending, and sends the others', async () => {
	const given = items([
		{ name: 'Good', daily: '5' },
		{ name: 'Bad', daily: 'five' },
	]);
	const run = await ads('campaign.batch', newCampaigns, { items: given, continueOnFail: true });
	expect(errors(run.json)[1]).toBe('"Daily Budget" must be a plain number such as 12.50, and is "five"');
	expect(run.json[0]).toMatchObject({ name: 'Good' });
	const strict = await ads('campaign.batch', newCampaigns, { items: given });
	expect(strict.error?.message).toContain('"Daily Budget"');
	expect(sent()).toHaveLength(1);
});

it('sends what is created only after the deletions before it: which line item they concern nobody can tell', async () => {
	sim().fail({
		match: { path: `/12/batch/accounts/${ids.account}/targeting_criteria` },
		kind: 'unavailable',
	});
	const given = items([
		...Array.from({ length: 500 }, (_, index) => ({ do: 'Delete', id: `gone${index}` })),
		{ do: 'Create', word: 'coffee' },
	]);
	const parameters = {
		...keywords,
		operation_type: '={{ $json.do }}',
		targeting_criterion_id: byId('={{ $json.id }}'),
	};
	const run = await ads('targetingCriterion.batch', parameters, { items: given });
	expect(run.error?.description).toMatch(/^Check on X whether it was done .* could be done twice$/);
	expect(sent()).toEqual([path('targeting_criteria')]);
});

describe('an answer that fits the batch badly', () => {
	const two = items([
		{ name: 'One', daily: '5' },
		{ name: 'Two', daily: '5' },
	]);
	const answer = (status: number, body: unknown) =>
		sim().fail({
			match: { path: `/12/batch/accounts/${ids.account}/campaigns` },
			kind: 'status',
			status,
			body,
		});

	it.each([
		[{ data: [null] }, 'X did not say what became of this item'],
		[{ data: {} }, 'X did not say what became of this item'],
		[{ data: [{}, {}] }, 'X did not say what became of this item'],
		['', 'X did not say whether it was done: HTTP 200 without a body'],
	])('is no success of an item that it does not name: %j', async (body, unknown) => {
		answer(200, body);
		const run = await ads('campaign.batch', newCampaigns, { items: two, continueOnFail: true });
		expect(errors(run.json)).toEqual([unknown, unknown]);
		expect(run.itemsPaired).toEqual([0, 1]);
	});

	it('blames nobody where it blames an item that was not there', async () => {
		answer(400, { operation_errors: [[], [], [{ code: 'INVALID_PARAMETER', message: 'No such thing' }]] });
		const run = await ads('campaign.batch', newCampaigns, { items: two, continueOnFail: true });
		expect(errors(run.json)).toEqual([
			expect.stringContaining('No such thing'),
			expect.stringContaining('No such thing'),
		]);
	});
});

it('says what X will not look at, as a single creation does', async () => {
	const parameters = {
		...newLineItem({ additionalFields: { bid_strategy: 'AUTO', bid_amount_local_micro: '0.32' } }),
		placements: byId('ALL_ON_TWITTER'),
		operation_type: 'Mixed',
		item_operation: 'Create',
	};
	const run = await ads('lineItem.batch', parameters);
	expect(run.error?.message).toBeUndefined();
	expect(run.hints.map(({ message }) => message)).toEqual([
		expect.stringContaining('"Bid Amount" is ignored'),
	]);
});

describe('where each input item says what to do', () => {
	const said: INodeParameters = {
		account_id: account,
		operation_type: 'Mixed',
		item_operation: '={{ $json.do }}',
	};
	const parameters: INodeParameters = { ...newCampaigns, ...said };

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
		const additionalFields = { ...(parameters.additionalFields as object), changed_status: 'ACTIVE' };
		const form = { ...parameters, additionalFields };
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
		const line = { ...keywords, ...said, targeting_criterion_id: byId('={{ $json.id }}') };
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
