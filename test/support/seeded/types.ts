/** What the simulated X holds for the operations of a node, so that each of them can be tried. */
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { ids } from '../../simulator/ads/ids';
import type { Simulator } from '../../simulator/simulator';

/** What exists, by the name of a field; a name with its resource, or with resource and operation, goes before. */
export type KnownValues = Readonly<Record<string, string | number | string[] | INodeParameters>>;

export interface Seeded {
	readonly known: KnownValues;
	/** What an operation is given besides the form. */
	readonly items?: readonly INodeExecutionData[];
	/** What has to happen on X before an operation, by name. */
	readonly before?: Readonly<Record<string, (sim: Simulator) => void>>;
}

/** What is known of a field. */
export function valueOf(known: KnownValues, name: string, field: string): KnownValues[string] | undefined {
	const [resource = ''] = name.split('.');
	return known[`${name}.${field}`] ?? known[`${resource}.${field}`] ?? known[field];
}

/** A resource locator as the editor stores it. */
export const byId = (value: string): INodeParameters => ({ __rl: true, mode: 'id', value });

/** The account that the operations of the Ads API work on. */
export const accountOf = (environment: 'production' | 'sandbox'): KnownValues =>
	environment === 'sandbox'
		? { account_id: ids.sandboxAccount, funding_instrument_id: ids.sandboxFundingInstrument }
		: { account_id: ids.account };
