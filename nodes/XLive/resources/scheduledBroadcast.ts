import { deleted, many, one, op, token, user as userAuth, resource } from '../../shared/operation/operation';
import { additional, filters, flag, id, options, text } from '../../shared/fields';
import { broadcast, checkTimes, details, instant, recurrence, schedule } from '../operations/broadcast';

const read = userAuth('broadcast.read');
const write = userAuth('broadcast.read', 'broadcast.write');

const rollForward = flag({
	label: 'Roll Forward',
	description: 'Whether the next broadcast of the series takes its place',
});

/** Upcoming broadcasts: https://docs.x.com/x-api/broadcasts/list-scheduled-broadcasts */
export const scheduledBroadcastResource = resource({
	value: 'scheduledBroadcast',
	defaultOperation: 'getMany',
	auth: [read, write],
	operations: {
		create: op({
			route: 'POST /2/broadcasts/scheduled',
			action: 'Schedule a broadcast',
			description: 'Schedule a live video, or a series of them',
			fields: {
				source_id: schedule.source,
				scheduled_start_ms: schedule.start,
				...additional({
					...details,
					recurrence,
					scheduled_end_ms: instant({ label: 'End Time', description: 'Open if not set' }),
					telecast_id: id(),
				}),
			},
			check: checkTimes,
			result: one(),
		}),
		delete: op({
			route: 'DELETE /2/broadcasts/scheduled/{id}',
			action: 'Delete a scheduled broadcast',
			description: 'Cancel an upcoming broadcast',
			fields: { id: broadcast, ...options({ roll_forward: rollForward }) },
			result: deleted('id'),
		}),
		get: op({
			route: 'GET /2/broadcasts/scheduled/{id}',
			action: 'Get a scheduled broadcast',
			description: 'Get one upcoming broadcast',
			fields: { id: broadcast },
			result: one(),
		}),
		getMany: op({
			route: 'GET /2/broadcasts/scheduled',
			action: 'Get many scheduled broadcasts',
			description: 'Get your upcoming broadcasts',
			fields: {
				...filters({
					oldest_start_time: text({
						description:
							'Only those that start at this time or later. X does not document the format of times here.',
					}),
					newest_start_time: text({
						description: 'Only those that start at this time or earlier, in the same format',
					}),
				}),
			},
			paging: token(100),
			result: many(),
		}),
		goLive: op({
			route: 'POST /2/broadcasts/scheduled/{id}/live',
			action: 'Go live with a scheduled broadcast',
			description: 'Start a scheduled broadcast now',
			fields: { id: broadcast },
			result: one(),
		}),
		update: op({
			route: 'PUT /2/broadcasts/scheduled/{id}',
			action: 'Update a scheduled broadcast',
			description: 'Replace the whole schedule of a broadcast. Fields you leave out are cleared.',
			fields: {
				id: broadcast,
				scheduled_broadcast_id: id({
					description: 'The numeric ID of the broadcast, returned by Get',
				}),
				scheduled_start_ms: schedule.start,
				scheduled_end_ms: schedule.end,
				...additional({ ...details, roll_forward: rollForward, source_id: schedule.source }),
			},
			check: checkTimes,
			result: one(),
		}),
	},
});
