/** The common fields of the forms for broadcasts: https://docs.x.com/x-api/broadcasts/create-a-scheduled-broadcast */
import { choice, date, flag, group, id, number, required, text, type Appearance } from '../../shared/fields';
import { broken, type BrokenRule, type Field } from '../../shared/operation/operation';
import { MINUTE } from '../../shared/util/time';

export const BROADCAST_ID = { pattern: /^[A-Za-z0-9]{1,13}$/, shape: 'an ID of 1 to 13 letters and digits' };

export const broadcast = text({
	label: 'Broadcast ID',
	...BROADCAST_ID,
	placeholder: 'e.g. 1vAxRkEDwqVKl',
	description: 'The ID in the address of the broadcast, also called broadcast_id',
});

/** Returns a field for a moment, sent as milliseconds since 1970. */
export function instant(rest: Appearance = {}): Field<string> {
	const moment = date(rest);
	return {
		...moment,
		encode: (value, context) => {
			const written = moment.encode(value, context);
			return written === undefined ? undefined : String(Date.parse(written));
		},
	};
}

const CHAT_OPTIONS = {
	'0': 'Default',
	'1': 'Nobody: Chat Off',
	'2': 'Everyone',
	'3': 'Verified Accounts',
	'4': 'Accounts You Follow',
	'5': 'Your Subscribers',
	'6': 'Accounts Followed by Those You Follow',
};

export const schedule = {
	start: instant({ label: 'Start Time' }),
	end: instant({ label: 'End Time' }),
	source: text({
		label: 'Source ID',
		min: 1,
		description: 'The source of the video: the stream key that your encoder sends to',
	}),
};

export const details = {
	available_for_replay: flag({
		description: 'Whether people can watch it afterwards',
	}),
	chat_option: choice(CHAT_OPTIONS, { label: 'Who Can Chat', default: '0' }),
	description: text({ rows: 2 }),
	is_locked: flag({ label: 'Locked', description: 'Whether to lock the broadcast' }),
	locale: text({ placeholder: 'e.g. en' }),
	manual_publish: flag({
		label: 'Start Manually',
		description: 'Whether to start only with Go Live, not automatically at the start time',
	}),
	thumbnail_media_id: id({
		description: 'The image to show before the start: the ID that Media: Upload returned',
	}),
	title: text(),
};

export const recurrence = group(
	{
		frequency: required(choice({ Daily: 'Daily', Weekly: 'Weekly' }, { default: 'Weekly' })),
		repeats: required(number({ min: 1, default: 1, description: 'How many times' })),
	},
	{
		label: 'Repeat',
		description: 'Repeats the broadcast as a series',
		placeholder: 'Add Repetition',
		toWire: ({ frequency, repeats }) => ({ frequency, repeats: String(repeats) }),
	},
);

/** Clocks differ. */
const MARGIN = 5 * MINUTE;

/** A broadcast is scheduled for later, and must not end before it starts. */
export function* checkTimes({
	scheduled_start_ms: start,
	scheduled_end_ms: end,
}: {
	readonly scheduled_start_ms: string;
	readonly scheduled_end_ms?: string | undefined;
}): Generator<BrokenRule<'scheduled_end_ms' | 'scheduled_start_ms'>> {
	if (Number(start) < Date.now() - MARGIN)
		yield broken('scheduled_start_ms', 'after', `is in the past (${new Date(Number(start)).toISOString()})`);
	if (end !== undefined && Number(end) < Number(start))
		yield broken('scheduled_end_ms', 'after', 'must not be before {scheduled_start_ms}');
}
