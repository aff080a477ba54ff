import { mapValues } from 'lodash';
import { accountChildren, adsResource } from '../../shared/ads/children';
import { endTime, startTime } from '../../shared/ads/fields';
import { sort, withDeleted } from '../../shared/ads/listFields';
import { adIds, inAccount } from '../../shared/ads/locators';
import { both } from '../../shared/ads/rules';
import { checkWindow } from '../../shared/operation/window';
import { additional, body, choice, filters, group, id, required, text, update } from '../../shared/fields';
import { broken, cursor, op } from '../../shared/operation/operation';
import { changedGroups, checkChangedSizes, checkSizes, groupsOf, newGroups } from '../abTesting/groups';
import { abTest } from '../locators';

const tests = accountChildren({
	segment: 'ab_tests',
	noun: 'A/B test',
	nouns: 'A/B tests',
	locator: abTest,
	simplified:
		'id name description status entity_type start_time end_time user_groups entities created_at updated_at deleted',
});

const name = () => body(text({ label: 'Name', max: 255 }));
const description = () => body(text({ label: 'Description', max: 1024 }));

export const abTestResource = adsResource('abTest', 'A/B Test', {
	create: op({
		...tests.create,
		description: 'Split people into groups that each see the ads of different campaigns or line items',
		fields: {
			...inAccount,
			entity_type: body(
				choice(
					{
						CAMPAIGN: 'Campaign',
						LINE_ITEM: ['Line Item', 'Up to five groups of one line item each, equal in size'],
					},
					{ default: 'CAMPAIGN', description: 'What is compared' },
				),
			),
			start_time: body(startTime()),
			end_time: body(endTime({ description: 'At least a day after the start; five days for ads of apps' })),
			...newGroups,
			...additional({ description: description(), name: name() }),
		},
		check: both(checkWindow, checkSizes),
		run: async (call) => {
			const request = call.request();
			const body = { ...request.body, user_groups: groupsOf(call.values) };
			return await call.sendAndOutput({ ...request, body });
		},
	}),
	delete: tests.remove('Delete an A/B test'),
	getMany: op({
		...tests.getMany,
		description: 'Get the A/B tests of an account',
		fields: {
			...inAccount,
			...sort(),
			...filters({
				ab_test_ids: adIds('A/B Test IDs'),
				live_during: group(
					{ after: required(startTime({ label: 'After' })), before: required(endTime({ label: 'Before' })) },
					{
						placeholder: 'Add Time',
						description: 'Only those that are live at some point in this period',
						toWire: ({ after, before }) => `${after},${before}`,
					},
				),
				q: text({
					label: 'Name Contains',
					min: 1,
					max: 80,
					description: 'Only those whose name contains this text',
				}),
				status: choice({ COMPLETED: 'Completed', LIVE: 'Live', SCHEDULED: 'Scheduled' }, { default: 'LIVE' }),
				user_id: id({ description: 'Only those that this user created' }),
				username: text({ description: 'Only those that this user created' }),
			}),
			...withDeleted,
		},
		paging: cursor(),
		*check({ user_id: user, username }) {
			if (user !== undefined && username !== undefined)
				yield broken('username', 'exclusive', 'cannot be combined with {user_id}');
		},
	}),
	update: op({
		...tests.update,
		description: 'Change an A/B test that has not begun; of one that is live only its end',
		fields: {
			...tests.fields,
			user_groups: body(changedGroups()),
			...update({
				description: description(),
				end_time: body(endTime()),
				name: name(),
				start_time: body(startTime()),
			}),
		},
		needsChange: false,
		check: both(checkWindow, checkChangedSizes),
		// In a JSON body null removes a value. Other updates use the query string, where an empty text does that.
		run: async (call) => {
			const request = call.request();
			const body = mapValues(request.body, (value: unknown) => (value === '' ? null : value));
			return await call.sendAndOutput({ ...request, body });
		},
	}),
});
