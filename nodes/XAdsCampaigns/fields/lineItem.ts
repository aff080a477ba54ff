/** The parameters of a line item. Brief: line items. */
import { omit } from 'lodash';
import { choice, choices, flag, formOnly, number, text, type Choices } from '../../shared/fields';
import { InvalidValue, type Field } from '../../shared/operation/operation';
import { asText } from '../../shared/util/text';
import { LABELS } from '../labels';
import { userToPromote } from '../locators';
import { AUDIENCE_EXPANSIONS, BID_STRATEGIES, GOALS, PAY_BY } from '../enums';
import { bidAmount, dailyBudget, totalBudget } from './amount';
import { AD_ID, AD_ID_SHAPE, endTime, startTime } from './common';

/** Unsets what has been chosen from a menu before. */
const NOT_SET: Choices = { '': ['Not Set', 'Takes away what is set'] };

const PERIODS: Choices = { '1': '1 Day', '7': '7 Days', '30': '30 Days' };

/** A cap counts over one of three periods. */
function capPeriod(periods = PERIODS): Field {
	const field = choice(periods, {
		label: LABELS.duration_in_days,
		default: '7',
		description: 'The days over which the cap counts',
	});
	return {
		...field,
		encode: (value) => {
			if (value === '' || value === undefined || value === null) return value;
			if (!['1', '7', '30'].includes(asText(value)))
				throw new InvalidValue('enum', `must be 1, 7 or 30 days, and is "${asText(value)}"`);
			return Number(value);
		},
	};
}

/** A menu of several that is filled from the platform when it is opened; IDs come by expression as well. */
function loaded(label: string, hint: string, method: string): Field {
	const description =
		'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>';
	const field = choices({}, { label, hint, description });
	const property: Field['property'] = {
		type: 'multiOptions',
		default: [],
		...field.property,
		typeOptions: { loadOptionsMethod: method },
	};
	delete property.options;
	return { ...field, property };
}

const categories = () =>
	loaded(LABELS.categories, 'Needed with the placement Publisher Network', 'getIabCategories');

/** The form's way to the categories of in-stream ads: their whole sets are sent as `categories`. */
export const businessCategories = () =>
	formOnly(
		loaded(
			LABELS.business_categories,
			'One or two, for in-stream ads: sends the whole set of IAB categories of each',
			'getBusinessCategories',
		),
	);

const CAP = 'How often one user may see the ads in the period';
const cap = () => number({ label: LABELS.frequency_cap, min: 1, description: CAP });

/** The editor takes an emptied number out of the form: an update has a text, which can stand there empty. */
const changedCap = (): Field => {
	const read = cap();
	const written = text({ label: LABELS.frequency_cap, placeholder: 'e.g. 3', description: CAP });
	return { ...written, encode: (value, context) => read.encode(value, context) };
};

/** What creation and update have in common. */
export const lineItemDetails = (): Record<string, Field> => ({
	advertiser_domain: text({
		label: LABELS.advertiser_domain,
		placeholder: 'e.g. example.com',
		pattern: /^(?!https?:)[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/,
		shape: 'a domain without protocol and path, such as example.com',
		description: 'Needed with the placement PUBLISHER_NETWORK',
	}),
	advertiser_user_id: userToPromote({
		label: LABELS.advertiser_user_id,
		description: 'The user who promotes an in-stream ad; certain apps only',
	}),
	android_app_store_identifier: text({
		label: LABELS.android_app_store_identifier,
		placeholder: 'e.g. com.example.app',
	}),
	audience_expansion: choice(AUDIENCE_EXPANSIONS, { label: 'Audience Expansion' }),
	bid_amount_local_micro: bidAmount(),
	bid_strategy: choice(BID_STRATEGIES, {
		label: LABELS.bid_strategy,
		description: 'The default depends on the objective',
	}),
	categories: categories(),
	daily_budget_amount_local_micro: dailyBudget(),
	duration_in_days: capPeriod(),
	frequency_cap: cap(),
	goal: choice(GOALS, { label: LABELS.goal, description: 'The default depends on the objective' }),
	ios_app_store_identifier: text({
		label: LABELS.ios_app_store_identifier,
		placeholder: 'e.g. 333903271',
		pattern: /^\d+$/,
		shape: 'the numeric part of the identifier, such as 333903271',
	}),
	pay_by: choice(PAY_BY, { label: LABELS.pay_by, description: 'What is paid for' }),
	total_budget_amount_local_micro: totalBudget(),
});

/** The same where fields can be emptied, menus too: in an update, and in a batch, which may hold updates. */
export const clearableDetails = (): Record<string, Field> => ({
	...lineItemDetails(),
	audience_expansion: choice(
		{ ...AUDIENCE_EXPANSIONS, ...NOT_SET },
		{ label: 'Audience Expansion', default: 'BROAD' },
	),
	duration_in_days: capPeriod({ ...PERIODS, ...NOT_SET }),
	frequency_cap: changedCap(),
});

export const changedDetails = (): Record<string, Field> => ({ ...clearableDetails(), goal: changedGoal() });

/** An update knows all goals but one. Documentation: update of a line item. */
const changedGoal = () =>
	choice(omit(GOALS, 'SITE_VISITS'), {
		label: LABELS.goal,
		description: 'The default depends on the objective',
	});

/** Only a new line item takes these. */
export const newLineItemDetails = (): Record<string, Field> => ({
	name: text({ label: 'Name', min: 1, max: 255 }),
	primary_web_event_tag: text({
		label: LABELS.primary_web_event_tag,
		placeholder: 'e.g. nvo4z',
		pattern: AD_ID,
		shape: AD_ID_SHAPE,
		description: 'Needed with the goal Website Conversions',
	}),
	standard_delivery: flag({
		label: LABELS.standard_delivery,
		default: true,
		description: 'Whether to spend evenly over the day; otherwise as fast as possible',
	}),
});

export const flight = () => ({ start_time: startTime(), end_time: endTime() });
