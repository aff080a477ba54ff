import { additional, choice, filters, flag, update } from '../../shared/fields';
import { cursor, deleted, many, one, op } from '../../shared/operation/operation';
import { reads, writes } from '../auth';
import { checks, somethingToUpdate } from '../checks/combine';
import { checkWindow } from '../checks/time';
import { amount, amountsIn } from '../fields/amount';
import {
	adIds,
	checkList,
	currency,
	endTime,
	listOptions,
	sort,
	startTime,
	withDeleted,
} from '../fields/common';
import { LABELS } from '../labels';
import { fundingInstrument, inAccount } from '../locators';
import { adsResource } from '../resource';
import { fundingInstrumentShape } from '../shapes';
import { FUNDING_TYPES } from '../enums';

const oneInstrument = { ...inAccount, funding_instrument_id: fundingInstrument() };
const funded = () => amount(LABELS.funded_amount_local_micro, { description: 'For some types only' });
const changes = update({
	funded_amount_local_micro: funded(),
	paused: flag({ label: 'Paused', description: 'Whether nothing may be spent from it for now' }),
});

/** Brief: funding instruments; the update is for partner managed ones. */
export const fundingInstrumentResource = adsResource('fundingInstrument', 'Funding Instrument', {
	getMany: op({
		route: 'GET /12/accounts/{account_id}/funding_instruments',
		name: 'Get Many',
		action: 'Get many funding instruments',
		description: 'Get what the campaigns of an account are paid from',
		auth: reads,
		fields: {
			...inAccount,
			...sort('funded_amount_local_micro', 'start_time', 'end_time'),
			...filters({ funding_instrument_ids: adIds('Funding Instrument IDs') }),
			...listOptions,
		},
		paging: cursor(),
		result: many(fundingInstrumentShape),
		check: checkList,
	}),
	get: op({
		route: 'GET /12/accounts/{account_id}/funding_instruments/{funding_instrument_id}',
		name: 'Get',
		action: 'Get a funding instrument',
		description: 'Get one funding instrument',
		auth: reads,
		fields: { ...oneInstrument, ...withDeleted },
		result: one(fundingInstrumentShape),
	}),
	update: op({
		route: 'PUT /12/accounts/{account_id}/funding_instruments/{funding_instrument_id}',
		name: 'Update',
		action: 'Update a funding instrument',
		description: 'Change a partner managed funding instrument: partners only',
		auth: writes,
		fields: { ...oneInstrument, ...amountsIn, ...changes },
		result: one(fundingInstrumentShape),
		check: checks(somethingToUpdate(changes)),
	}),
	create: op({
		route: 'POST /12/accounts/{account_id}/funding_instruments',
		name: 'Create',
		action: 'Create a sandbox funding instrument',
		description: 'Create a funding instrument in the sandbox, where nothing is charged',
		auth: writes,
		environments: ['sandbox'],
		fields: {
			...inAccount,
			currency: currency(),
			start_time: startTime(),
			type: choice(FUNDING_TYPES, { label: 'Type', default: 'CREDIT_CARD' }),
			...amountsIn,
			...additional({
				credit_limit_local_micro: amount(LABELS.credit_limit_local_micro, {
					description: 'For some types only',
				}),
				end_time: endTime(),
				funded_amount_local_micro: funded(),
			}),
		},
		result: one(fundingInstrumentShape),
		check: checkWindow,
	}),
	delete: op({
		route: 'DELETE /12/accounts/{account_id}/funding_instruments/{funding_instrument_id}',
		name: 'Delete',
		action: 'Delete a sandbox funding instrument',
		description: 'Delete a funding instrument of the sandbox',
		auth: writes,
		environments: ['sandbox'],
		fields: oneInstrument,
		result: deleted('funding_instrument_id'),
	}),
});
