import { DateTime } from 'luxon';
import { app, appOrOAuth1, broken, deleted, many, op, type Resource } from '../../shared/operation/operation';
import { date, formOnly, number, oneOf, text, when } from '../../shared/fields';
import { urlProblem } from '../../shared/model/webhookUrl';
import { webhook } from '../entities';
import { selectionOf } from '../selections';

/** The platform writes the window as twelve digits in UTC. */
const toMinute = (moment: DateTime) => moment.toUTC().toFormat('yyyyMMddHHmm');

/** A replay ends at least 10 minutes ago: https://docs.x.com/x-api/account-activity/quickstart#replay */
const NEWEST_MINUTES = 10;

interface ReplayValues {
	readonly hours: number | undefined;
	readonly from_date: string | undefined;
	readonly to_date: string | undefined;
}

function windowOf({ hours = 0, from_date: from, to_date: to }: ReplayValues): {
	from: DateTime;
	to: DateTime;
} {
	if (from !== undefined && to !== undefined)
		return { from: DateTime.fromISO(from), to: DateTime.fromISO(to) };
	const now = DateTime.utc();
	return {
		// Seconds are cut off when it is written: a minute later, 24 hours are still no more than 24 hours ago.
		from: now.minus({ hours }).plus({ minutes: 1 }),
		to: now.minus({ minutes: NEWEST_MINUTES }),
	};
}

/** Webhooks of the app: https://docs.x.com/x-api/webhooks/introduction */
export const webhookResource: Resource = {
	value: 'webhook',
	name: 'Webhook',
	operations: {
		create: op({
			route: 'POST /2/webhooks',
			name: 'Create',
			action: 'Create a webhook',
			description:
				'Register a callback URL. The platform checks at once that it answers the challenge (CRC).',
			auth: appOrOAuth1,
			fields: {
				url: text({
					label: 'URL',
					description: 'A public https address without a port, which must answer the challenge',
					placeholder: 'e.g. https://example.com/webhook/x',
				}),
			},
			check: function* ({ url }) {
				const problem = urlProblem(url);
				if (problem) yield broken('url', 'format', `cannot be used: ${problem.message}`);
			},
		}),
		delete: op({
			route: 'DELETE /2/webhooks/{webhook_id}',
			name: 'Delete',
			action: 'Delete a webhook',
			description: 'Remove a webhook; its subscriptions and links end with it',
			auth: appOrOAuth1,
			fields: { webhook_id: webhook() },
			result: deleted('webhook_id'),
		}),
		getMany: op({
			route: 'GET /2/webhooks',
			name: 'Get Many',
			action: 'Get many webhooks',
			description: 'Get the webhooks of the app, with whether each one is valid',
			auth: app,
			fields: selectionOf('webhook'),
			result: many(),
		}),
		replay: op({
			route: 'POST /2/webhooks/replay',
			name: 'Replay',
			action: 'Replay the events of a webhook',
			description:
				'Have the events of a period of the last 24 hours delivered again. The webhook receives a notice when it is done.',
			auth: app,
			fields: {
				webhook_id: webhook(),
				period: formOnly(
					oneOf(
						{ hours: 'Last Hours', dates: 'From Date to Date' },
						{ default: 'hours', description: 'Which period to deliver again' },
					),
				),
				hours: when(
					{ period: ['hours'] },
					formOnly(
						number({
							label: 'Hours',
							min: 1,
							max: 24,
							default: 2,
							description: 'How many hours back. The last ten minutes are left out, as the platform demands.',
						}),
					),
				),
				from_date: when(
					{ period: ['dates'] },
					formOnly(date({ label: 'From', description: 'At most 24 hours ago, at least 31 minutes ago' })),
				),
				to_date: when(
					{ period: ['dates'] },
					formOnly(date({ label: 'To', description: 'At least ten minutes ago' })),
				),
			},
			check: function* ({ from_date: from, to_date: to }) {
				if (from !== undefined && to !== undefined && from >= to)
					yield broken('from_date', 'before', 'must be before {to_date}');
			},
			run: async (call) => {
				const { from, to } = windowOf(call.values);
				const request = call.request();
				return await call.sendAndOutput({
					...request,
					body: { ...request.body, from_date: toMinute(from), to_date: toMinute(to) },
				});
			},
		}),
		validate: op({
			route: 'PUT /2/webhooks/{webhook_id}',
			name: 'Validate',
			action: 'Validate a webhook',
			description: 'Trigger the challenge (CRC) now; a webhook that passes is enabled again',
			auth: appOrOAuth1,
			fields: { webhook_id: webhook() },
		}),
	},
};
