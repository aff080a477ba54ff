import type { IExecuteFunctions } from 'n8n-workflow';
import { Targeted } from '../../../nodes/XAdsCampaigns/batch/targeted';
import type { ApiRequest } from '../../../nodes/shared/http/connection';
import type { Call, Values } from '../../../nodes/shared/operation/operation';

/** Calls of one run, and a platform whose line items target an age each. */
function run() {
	const asked: string[] = [];
	const context = {} as IExecuteFunctions;
	const api = {
		baseUrl: 'https://ads.example',
		pace: () => Promise.resolve(),
		send: ({ path, query = [] }: ApiRequest) => {
			const [, lineItem = ''] = query.find(([name]) => name === 'line_item_ids') ?? [];
			asked.push(`${path} ${lineItem}`);
			return Promise.resolve({
				body: { data: [{ id: `age-${lineItem}`, targeting_type: 'AGE', targeting_value: 'AGE_OVER_13' }] },
			});
		},
	};
	const call = (values: Values): Call =>
		({ context, api, values: { account_id: 'a1', ...values } }) as unknown as Call;
	const create = (targeting_type: string, line_item_id = 'l1', targeting_value = 'x') =>
		call({ operation_type: 'Create', line_item_id, targeting_type, targeting_value });
	const remove = (targeting_criterion_id: string, account_id = 'a1') =>
		call({ operation_type: 'Delete', targeting_criterion_id, account_id });
	return { asked, call, create, remove, targeted: new Targeted() };
}

describe('what a line item targets in the middle of a batch', () => {
	it('is what the platform has, read once', async () => {
		const { asked, call, targeted } = run();
		expect((await targeted.on(call({}), 'l1')).has('AGE')).toBe(true);
		await targeted.on(call({}), 'l1');
		expect(asked).toEqual(['/12/accounts/a1/targeting_criteria l1']);
	});

	it('has what items before created, whenever the line item was read', async () => {
		const { call, create, targeted } = run();
		targeted.apply(create('LOCATION'));
		const company = await targeted.on(call({}), 'l1');
		expect(company.has('LOCATION')).toBe(true);
		targeted.apply(create('EVENT'));
		expect(company.has('EVENT')).toBe(true);
		targeted.apply(create('GENDER', 'l2'));
		expect(company.has('GENDER')).toBe(false);
	});

	it.each(['before', 'after'])('lacks what was deleted %s it was read, and only that', async (when) => {
		const { call, create, remove, targeted } = run();
		if (when === 'after') await targeted.on(call({}), 'l1');
		targeted.apply(remove('age-l1'));
		targeted.apply(remove('age-l1'));
		targeted.apply(remove('age-l2', 'another account'));
		expect((await targeted.on(call({}), 'l1')).has('AGE')).toBe(false);
		expect((await targeted.on(call({}), 'l2')).has('AGE')).toBe(true);
		targeted.apply(create('AGE'));
		expect((await targeted.on(call({}), 'l1')).has('AGE')).toBe(true);
	});

	it('knows audiences by their value', async () => {
		const { call, create, targeted } = run();
		targeted.apply(create('CUSTOM_AUDIENCE', 'l1', 'aud1'));
		const company = await targeted.on(call({}), 'l1');
		const lookalike = (targeting_value: string) => ({
			targeting_type: 'CUSTOM_AUDIENCE_EXPANDED',
			targeting_value,
		});
		expect(company.hasValueOf(lookalike('aud1'), 'CUSTOM_AUDIENCE')).toBe(true);
		expect(company.hasValueOf(lookalike('aud2'), 'CUSTOM_AUDIENCE')).toBe(false);
	});
});
