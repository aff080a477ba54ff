/** The fields that select leads: https://docs.x.com/x-ads-api/lead-generation/reference */
import { pick } from 'lodash';
import { leadForm } from '../../shared/ads/leadForms';
import { inAccount } from '../../shared/ads/locators';
import { body, constant, date, formNumber, optional, options, type Appearance } from '../../shared/fields';
import type { Field } from '../../shared/operation/operation';
import { endsAfter } from '../../shared/operation/window';

function epoch(look: Appearance): Field<number> {
	const moment = date(look);
	return {
		...pick(moment, 'property', 'label'),
		encode: (value, context) => {
			const written = moment.encode(value, context);
			return written === undefined ? undefined : Date.parse(written) / 1000;
		},
	};
}

const end = epoch({
	label: 'Submitted Before',
	description: 'Leads submitted before this time; all up to now if empty',
});

export const leadsOfForm = {
	...inAccount,
	entity_type: body(constant('leads')),
	lead_form_id: body(leadForm()),
	start_epoch: body(
		epoch({ label: 'Submitted After', description: 'Leads submitted at this time or later' }),
	),
	end_epoch: body(
		optional({
			...end,
			encode: (value, context) => end.encode(value, context) ?? Math.floor(Date.now() / 1000),
		}),
	),
};

export const waitOptions = options({
	max_export_minutes: formNumber({
		label: 'Max Wait for the Export (Minutes)',
		min: 0,
		max: 720,
		default: 10,
		description: 'How long to wait for the file. An export that takes longer is an error that names its ID.',
	}),
});

/** A period must end after it starts. Without an end, it ends now. */
export const checkPeriod = endsAfter('start_epoch', 'end_epoch', true);
