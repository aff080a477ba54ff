import type { IExecuteFunctions } from 'n8n-workflow';
import { biddingRules } from '../../../nodes/XAdsCampaigns/lookups/lookups';
import type { ApiRequest } from '../../../nodes/shared/http/connection';
import type { Call } from '../../../nodes/shared/operation/operation';

const DAY = 24 * 3_600_000;

/** A workflow whose memory outlives its executions, and a platform that counts what it is asked. */
function workflow() {
	const memory = {};
	const asked: string[] = [];
	let failing = 0;
	const execution = (baseUrl = 'https://ads.example'): Call =>
		({
			context: { getWorkflowStaticData: () => memory } as unknown as IExecuteFunctions,
			api: {
				baseUrl,
				send: ({ path }: ApiRequest) => {
					asked.push(path);
					return failing-- > 0
						? Promise.reject(new Error('down'))
						: Promise.resolve({ body: { data: [{ currency: 'USD' }] } });
				},
			},
			values: { account_id: 'a1' },
		}) as unknown as Call;
	return { execution, asked, failOnce: () => (failing = 1) };
}

afterEach(() => jest.restoreAllMocks());

const at = (days: number) => jest.spyOn(Date, 'now').mockReturnValue(days * DAY);

describe('bidding rules', () => {
	it('are kept with the workflow for a month', async () => {
		const { execution, asked } = workflow();
		at(100);
		await biddingRules(execution());
		at(129.9);
		expect(await biddingRules(execution())).toEqual([{ currency: 'USD' }]);
		expect(asked).toHaveLength(1);
		at(130.1);
		await biddingRules(execution());
		expect(asked).toHaveLength(2);
	});

	it('of the sandbox are not those of production', async () => {
		const { execution, asked } = workflow();
		await biddingRules(execution());
		await biddingRules(execution('https://sandbox.example'));
		expect(asked).toHaveLength(2);
	});

	it('are asked for again after a failure', async () => {
		const { execution, asked, failOnce } = workflow();
		const call = execution();
		failOnce();
		await expect(biddingRules(call)).rejects.toThrow('down');
		await biddingRules(call);
		expect(asked).toHaveLength(2);
	});
});
