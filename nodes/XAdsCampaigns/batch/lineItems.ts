import { omit } from 'lodash';
import { body, choice, optional, text } from '../../shared/fields';
import type { Call, Field, Values } from '../../shared/operation/operation';
import { asText } from '../../shared/util/text';
import { checkLineItemChange, keepLineItemChange, lineItemToRead } from '../checks/change';
import { checks } from '../checks/combine';
import { changedLineItemChecks, newLineItemChecks } from '../checks/lineItems';
import {
	checkBiddingRule,
	checkCampaignBudget,
	checkLineItemSpending,
	prerollCategories,
	spends,
} from '../checks/platform';
import { amountsIn } from '../fields/amount';
import { checkBiddingRules, newStatus } from '../fields/campaign';
import { businessCategories, clearableDetails, flight, newLineItemDetails } from '../fields/lineItem';
import { LABELS } from '../labels';
import { campaign, inAccount, lineItem, placements } from '../locators';
import { lineItemOf, readAhead } from '../entityCache';
import { OBJECTIVES, PRODUCT_TYPES } from '../enums';
import { ANY, toRead, type Batching } from './batch';
import { checkStatusOfUpdate, noStatusOfUpdate, statusOfUpdate } from './campaigns';
import {
	batchOptions,
	byType,
	detailsOfBoth,
	onChange,
	onCreate,
	onCreateOrUpdate,
	onlyToCreate,
	onlyToUpdate,
	required,
	updates,
} from './fields';
import { operationType } from './operationType';

const { start_time, end_time } = flight();
const onlyNew = omit(newLineItemDetails(), 'name');

export const batchLineItem = {
	...inAccount,
	...operationType(),
	line_item_id: onChange(lineItem()),
	campaign_id: onCreate(campaign()),
	objective: onCreate(
		choice(OBJECTIVES, {
			label: LABELS.objective,
			default: 'ENGAGEMENTS',
			description: 'All line items of a campaign have the same',
		}),
	),
	product_type: onCreate(
		choice(PRODUCT_TYPES, {
			label: LABELS.product_type,
			default: 'PROMOTED_TWEETS',
			description: 'All line items of a campaign have the same',
		}),
	),
	placements: onCreate(placements()),
	name: onCreateOrUpdate(body(optional(text({ label: 'Name', max: 255 })))),
	start_time: onCreateOrUpdate(body(optional(start_time))),
	end_time: onCreateOrUpdate(body(optional(end_time))),
	entity_status: onCreate(newStatus()),
	...amountsIn,
	...detailsOfBoth({
		...clearableDetails(),
		...onlyToCreate(onlyNew),
		...onlyToUpdate(statusOfUpdate),
		business_categories: businessCategories(),
		check_bidding_rules: checkBiddingRules(),
	}),
	...batchOptions,
} satisfies Record<string, Field>;

/** An update does not know these. */
function* onlyForCreation(values: Readonly<Record<string, unknown>>): Generator<string> {
	for (const name of ['primary_web_event_tag', 'standard_delivery'] as const)
		if (values[name] !== undefined) yield `${LABELS[name]}: can be set only when a line item is created`;
}

/** The line items that updates change, then the campaigns whose budgets matter. */
async function ahead(calls: readonly Call[]): Promise<void> {
	const changing = (values: Values) =>
		spends(values) ? asText(values.line_item_id) : lineItemToRead(values);
	await readAhead('line_items', toRead(updates(calls), changing));
	const parents: [Call, string][] = [];
	for (const call of calls.filter(({ values }) => spends(values))) {
		const { campaign_id: campaignId, line_item_id: id, operation_type: type } = call.values;
		if (type === 'Create') parents.push([call, asText(campaignId)]);
		else if (type === 'Update')
			await lineItemOf(call, asText(id)).then(
				({ campaign_id: parent }) => parents.push([call, asText(parent)]),
				// The look at this item will say what is wrong with it.
				() => undefined,
			);
	}
	await readAhead('campaigns', parents);
}

/** Documentation: batch line items, 40 in a request. */
export const lineItemBatch: Batching = {
	size: 40,
	id: 'line_item_id',
	fields: batchLineItem,
	check: byType(
		batchLineItem,
		checks(
			required({ start_time: LABELS.start_time, end_time: LABELS.end_time }),
			noStatusOfUpdate,
			newLineItemChecks,
		),
		checks(onlyForCreation, checkStatusOfUpdate, changedLineItemChecks),
	),
	ahead,
	preparing: () => async (call) => {
		const { operation_type: type, objective } = call.values;
		if (type === 'Delete') return {};
		const known = type === 'Update' ? await checkLineItemChange(call) : objective;
		await checkLineItemSpending(call);
		await checkBiddingRule(call);
		await checkCampaignBudget(call);
		const categories = await prerollCategories(call, known);
		if (type === 'Update') await keepLineItemChange(call);
		return categories ? { categories } : {};
	},
	// Only the platform knows the campaign of a line item that is changed.
	parent: ({ campaign_id: id }) => asText(id) || ANY,
};
