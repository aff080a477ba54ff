/** The parameters of a line item: https://docs.x.com/x-ads-api/campaign-management/reference#line-items */
import { omit } from 'lodash';
import { bidAmount, dailyBudget, totalBudget } from '../../shared/ads/amount';
import { endTime, startTime, titled } from '../../shared/ads/fields';
import { adId, userToPromote } from '../../shared/ads/locators';
import { choice, choices, number, optional, text, type Choices } from '../../shared/fields';
import { InvalidValue, type Field } from '../../shared/operation/operation';
import { asText } from '../../shared/util/text';
import { standardDelivery } from '../campaign/fields';
import { PRODUCT_TYPES } from '../locators';

const GOALS: Choices = {
	...titled(`
		APP_CLICKS APP_INSTALLS APP_PURCHASES ENGAGEMENT FOLLOWERS LINK_CLICKS MAX_REACH PREROLL PREROLL_STARTS
		REACH_WITH_ENGAGEMENT SITE_VISITS VIDEO_VIEW WEBSITE_CONVERSIONS`),
	VIEW_15S: 'View of 15 Seconds',
	VIEW_3S_100PCT: 'View of 3 Seconds at 100 %',
	VIEW_6S: 'View of 6 Seconds',
};

const AUDIENCE_EXPANSIONS = titled('BROAD DEFINED EXPANDED');

const ALIKE = 'All line items of a campaign have the same';

export const objective = () =>
	choice(
		titled(`
	APP_ENGAGEMENTS APP_INSTALLS ENGAGEMENTS FOLLOWERS PREROLL_VIEWS REACH VIDEO_VIEWS WEBSITE_CLICKS`),
		{ label: 'Objective', default: 'ENGAGEMENTS', description: ALIKE },
	);
export const productType = () =>
	choice(PRODUCT_TYPES, { label: 'Product Type', default: 'PROMOTED_TWEETS', description: ALIKE });

/** Removes an earlier choice. */
const NOT_SET: Choices = { '': ['Not Set', 'Removes the current setting'] };

const PERIODS: Choices = { '1': '1 Day', '7': '7 Days', '30': '30 Days' };

function capPeriod(periods = PERIODS): Field<number> {
	const { property, label = '' } = choice(periods, {
		label: 'Frequency Cap Period',
		default: '7',
		description: 'The days over which the cap counts',
	});
	return {
		...(property && { property }),
		label,
		encode: (value) => {
			const written = asText(value);
			if (written === '') return undefined;
			if (!(written in PERIODS))
				throw new InvalidValue('enum', `must be 1, 7 or 30 days, and is "${written}"`);
			return Number(written);
		},
	};
}

/** A menu with several choices that n8n loads from X when it is opened. Expressions can give IDs. */
function loaded(label: string, hint: string, method: string) {
	const { property, ...field } = choices(
		{},
		{
			label,
			hint,
			description:
				'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
		},
		true,
	);
	return { ...field, property: { ...omit(property, 'options'), typeOptions: { loadOptionsMethod: method } } };
}

/** The kinds of business of in-stream ads. Their IAB categories are sent instead. */
export const businessCategories = () => ({
	...loaded(
		'Advertiser Business Category Names or IDs',
		'One or two, for in-stream ads: sends the whole set of IAB categories of each',
		'getBusinessCategories',
	),
	wire: 'categories',
});

const CAP = {
	label: 'Frequency Cap',
	description: 'How often one user may see the ads in the period',
};

/** A text, because the editor removes an emptied number, and in an update an empty value removes the cap. */
const frequencyCap = (): Field<number> => ({
	...number({ ...CAP, min: 1 }),
	property: { type: 'string', default: '', placeholder: 'e.g. 3', description: CAP.description },
});

/** Returns the common fields of creation and update. */
export const lineItemDetails = () => ({
	advertiser_domain: text({
		placeholder: 'e.g. example.com',
		pattern: /^(?!https?:)[\p{L}\p{M}\p{N}-]+(\.[\p{L}\p{M}\p{N}-]+)+$/u,
		shape: 'a domain without protocol and path, such as example.com',
		description: 'Needed with the placement PUBLISHER_NETWORK',
	}),
	advertiser_user_id: userToPromote({
		label: 'Advertiser User',
		description: 'The user who promotes an in-stream ad; certain apps only',
	}),
	android_app_store_identifier: text({
		placeholder: 'e.g. com.example.app',
	}),
	audience_expansion: choice(AUDIENCE_EXPANSIONS),
	bid_amount_local_micro: bidAmount(),
	bid_strategy: choice(
		{
			AUTO: ['Auto', 'X bids, within the daily budget and the flight dates'],
			MAX: ['Max', 'The bid is the most that is paid'],
			TARGET: ['Target', 'The daily average stays within 20 percent of the bid'],
		},
		{
			description: 'The default depends on the objective',
		},
	),
	categories: loaded(
		'IAB Category Names or IDs',
		'Needed with the placement Publisher Network',
		'getIabCategories',
	),
	daily_budget_amount_local_micro: dailyBudget(),
	duration_in_days: capPeriod(),
	frequency_cap: frequencyCap(),
	goal: choice(GOALS, { description: 'The default depends on the objective' }),
	ios_app_store_identifier: text({
		placeholder: 'e.g. 333903271',
		pattern: /^\d+$/,
		shape: 'the numeric part of the identifier, such as 333903271',
	}),
	pay_by: choice(titled('APP_CLICK IMPRESSION LINK_CLICK'), { description: 'What is paid for' }),
	total_budget_amount_local_micro: totalBudget(),
});

/** Returns the same fields, but they can be emptied: for updates, and for batches, which may contain updates. */
export const clearableDetails = () => ({
	...lineItemDetails(),
	audience_expansion: choice({ ...AUDIENCE_EXPANSIONS, ...NOT_SET }, { default: 'BROAD' }),
	duration_in_days: capPeriod({ ...PERIODS, ...NOT_SET }),
});

/**
 * An update accepts every goal except SITE_VISITS:
 * https://docs.x.com/x-ads-api/campaign-management/reference#put-accounts/account_id/line_items/line_item_id
 */
export const changedDetails = () => ({
	...clearableDetails(),
	goal: choice(omit(GOALS, 'SITE_VISITS'), {
		description: 'The default depends on the objective',
	}),
});

/** Fields that only a new line item has. */
export const newLineItemDetails = () => ({
	name: text({ min: 1, max: 255 }),
	primary_web_event_tag: adId('Primary Web Event Tag', 'nvo4z', 'Needed with the goal Website Conversions'),
	standard_delivery: standardDelivery(),
});

/** The form requires both times. X's examples lack them, so an expression may leave them empty. */
export const newFlight = () => ({
	start_time: demandedByForm(startTime()),
	end_time: demandedByForm(
		endTime({
			description: 'When the line item ends. If an expression gives no value, it runs without an end.',
		}),
	),
});

const demandedByForm = <T>(field: Field<T>): Field<T | undefined> => ({
	...optional(field),
	...(field.property && { property: { ...field.property, required: true } }),
});
