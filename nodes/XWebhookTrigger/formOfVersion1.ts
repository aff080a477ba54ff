/** The form of version 1 of the node, as workflows saved by 0.1.0 have it. */
import { choices, collection, oneOf, optional, when } from '../shared/fields';
import { menuOf, userAuthentication, userIdsField } from '../shared/events/activityFields';
import { EVENT_TYPES } from '../shared/model/eventTypes';
import { postSelection } from '../shared/core/postSelection';
import { FILTERS, options, OPTIONS, streamRules, webhookToShare } from './form';

const whileActivity = { sources: ['activity'] };
const whileStream = { sources: ['filteredStream'] };
export const FIELDS_OF_VERSION_1 = {
	eventTypes: when(whileActivity, choices(menuOf(EVENT_TYPES))),
	userIds: when(whileActivity, userIdsField),
	authentication: userAuthentication('app'),
	filters: when(whileActivity, collection(FILTERS, { placeholder: 'Add Filter' })),
	sources: optional(
		choices(
			{
				accountActivity: ['Account Activity', "All activity of the credential's user, in the older format"],
				activity: ['Activity', 'Chosen event types of chosen users'],
				filteredStream: ['Filtered Stream', 'Posts that match rules; Enterprise plans only'],
			},
			{
				default: ['activity'],
				description:
					'What to subscribe to. With none, the node only receives what others have subscribed to.',
			},
		),
	),
	rules: when(whileStream, streamRules),
	streamFields: when(whileStream, postSelection()),
	webhook: oneOf(
		{
			own: ['Register Own', "Register this workflow's address with the app"],
			existing: [
				'Share Existing',
				'Receive through the webhook of another workflow, when the plan allows no more',
			],
		},
		{ default: 'own' },
	),
	webhookId: when(
		{ webhook: ['existing'] },
		webhookToShare(
			'The workflow that registered it must be published and have the option "Share With Other Workflows" on',
		),
	),
	options: options(OPTIONS),
};
