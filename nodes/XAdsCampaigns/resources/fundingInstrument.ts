import { amount, amountsIn } from '../../shared/ads/amount';
import { accountChildren, adsResource } from '../../shared/ads/children';
import { currency, endTime, startTime, titled } from '../../shared/ads/fields';
import { fundingInstrument, inAccount } from '../../shared/ads/locators';
import { checkWindow } from '../../shared/operation/window';
import { additional, choice, flag, update } from '../../shared/fields';
import { op } from '../../shared/operation/operation';

const funded = () => amount('Funded Amount', 'For some types only');
const instruments = accountChildren({
	segment: 'funding_instruments',
	locator: fundingInstrument,
	simplified: `
		id type description currency entity_status able_to_fund reasons_not_able_to_fund credit_limit
		credit_remaining funded_amount start_time end_time deleted`,
});

export const fundingInstrumentResource = adsResource('fundingInstrument', 'Funding Instrument', {
	create: op({
		...instruments.create,
		action: 'Create a sandbox funding instrument',
		description: 'Create a funding instrument in the sandbox, where nothing is charged',
		environments: ['sandbox'],
		fields: {
			...inAccount,
			currency: currency(),
			start_time: startTime(),
			type: choice(
				titled(`
	AGENCY_CREDIT_LINE CREDIT_CARD CREDIT_LINE INSERTION_ORDER PARTNER_MANAGED`),
				{ default: 'CREDIT_CARD' },
			),
			...amountsIn,
			...additional({
				credit_limit_local_micro: amount('Credit Limit', 'For some types only'),
				end_time: endTime(),
				funded_amount_local_micro: funded(),
			}),
		},
		check: checkWindow,
	}),
	delete: instruments.remove('Delete a funding instrument of the sandbox', {
		action: 'Delete a sandbox funding instrument',
		environments: ['sandbox'],
	}),
	get: instruments.get('Get one funding instrument'),
	getMany: instruments.list('Get the funding instruments that pay for the campaigns of an account', {
		sort: ['funded_amount_local_micro', 'start_time', 'end_time'],
	}),
	update: op({
		...instruments.update,
		description: 'Change a partner managed funding instrument: partners only',
		fields: {
			...instruments.fields,
			...amountsIn,
			...update({
				funded_amount_local_micro: funded(),
				paused: flag({ description: 'Whether to stop all spending from it for now' }),
			}),
		},
	}),
});
