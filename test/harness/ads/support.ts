import type { IDataObject, INodeParameters, IBinaryData } from 'n8n-workflow';
import { listSearch, runNode, type NodeRun, type NodeRunOptions } from '../../support';
import { useSimulator } from '../../support/simulator';
import { ids } from '../../simulator/ads/ids';

export { ids } from '../../simulator/ads/ids';

type Kind = 'oAuth1' | 'oAuth2' | 'pixelToken';
export type More = Partial<Omit<NodeRunOptions, 'node' | 'sim' | 'parameters'>> & {
	as?: Kind;
	on?: 'production' | 'sandbox';
};

/** A seeded platform for the tests of a file, with a node of the Ads API on it. */
export function useAds(node = 'xAdsCampaigns') {
	const sim = useSimulator({ followers: 0 });
	// A refused write may ask for the permissions of the user afterwards.
	const last = () =>
		sim().requests.findLast(({ route }) => route?.endsWith('/authenticated_user_access') !== true);
	return {
		sim,
		last,
		/** Runs one operation: `ads('campaign.create', { … })`. */
		ads: async (
			name: string,
			parameters: INodeParameters = {},
			{ as = 'oAuth1', on = 'production', ...more }: More = {},
		): Promise<NodeRun> => {
			const [resource, operation] = name.split('.') as [string, string];
			// X Catalog has one host only.
			const environment = node === 'xCatalog' ? {} : { environment: on };
			const form = { authentication: as, ...environment, resource, operation, ...parameters };
			return await runNode({ node, sim: sim(), parameters: form, ...more });
		},
		/** What a list behind From List offers, with its next page. */
		search: async (method: string, filter = '', parameters: INodeParameters = {}, page?: string) =>
			await listSearch({
				node,
				sim: sim(),
				method,
				filter,
				parameters: {
					authentication: 'oAuth1',
					environment: 'production',
					account_id: account,
					...parameters,
				},
				...(page !== undefined && { page }),
			}),
		/** Adds line items to a campaign of the seeded account. */
		addLineItems: async (count: number, campaignId: string = ids.activeCampaign) =>
			await sim().control('ads', 'addLineItems', { accountId: ids.account, campaignId, count }),
		sent: (): string[] => sim().requests.map(({ method, path }) => `${method} ${path}`),
		lastQuery: (): Record<string, string> => Object.fromEntries(new URLSearchParams(last()?.query as never)),
	};
}

/** Input items of these rows. */
export const items = (rows: readonly IDataObject[]) => rows.map((json) => ({ json }));

/** A resource locator as the editor stores it. */
export const byId = (value: string): INodeParameters => ({ __rl: true, mode: 'id', value });

/** The seeded account, to which everything else belongs. */
export const account = byId(ids.account);
export const sandboxAccount = byId(ids.sandboxAccount);

/** A form that creates a line item in the seeded active campaign. */
export const newLineItem = (more: INodeParameters = {}): INodeParameters => ({
	account_id: account,
	campaign_id: byId(ids.activeCampaign),
	objective: 'ENGAGEMENTS',
	start_time: '2026-12-01T00:00:00Z',
	end_time: '2027-01-01T00:00:00Z',
	...more,
});

/** A form that creates a campaign. */
export const newCampaign = (more: INodeParameters = {}): INodeParameters => ({
	account_id: account,
	funding_instrument_id: byId(ids.fundingInstrument),
	name: 'Winter sale',
	daily_budget_amount_local_micro: '12.50',
	...more,
});

/** A form that creates campaigns in a batch. */
export const newCampaigns = (more: INodeParameters = {}): INodeParameters => ({
	account_id: account,
	funding_instrument_id: byId(ids.fundingInstrument),
	operation_type: 'Create',
	entity_status: 'PAUSED',
	additionalFields: { daily_budget_amount_local_micro: '12.50' },
	...more,
});

/** A file in memory. */
export const file = (
	mimeType: string,
	fileName = 'file',
	bytes = Buffer.from('some bytes'),
): IBinaryData => ({
	data: bytes.toString('base64'),
	mimeType,
	fileName,
});

/** Rows of media, as the editor stores them. */
export const media = (...keys: string[]): INodeParameters => ({
	values: keys.map((key) => ({ media_key: byId(key) })),
});

/** A form with the seeded account. */
export const form = (more: INodeParameters = {}): INodeParameters => ({ account_id: account, ...more });

/** A website card as the form has one. */
export const websiteCard = (more: INodeParameters = {}): INodeParameters =>
	form({
		name: 'Autumn',
		card_format: 'single',
		media_key: byId(ids.libraryImage),
		destination: 'website',
		title: 'The autumn menu',
		url: 'https://example.com/autumn',
		...more,
	});
