/** The form of the publish queue names the columns of its rows, and what holds for all of them. */
import { choice, formChoice, formNumber, formOnly, formText, ids, options, when } from '../../shared/fields';
import type { ValuesOf } from '../../shared/operation/operation';
import { fileNames } from './filesFromInput';
import { REPLY_SETTINGS } from './newPost';
import { longestPost, textDivision } from './threadForm';

/** Rows may be this late by default, in hours. */
export const LATE_HOURS = 72;

const column = (label: string, name: string, description: string) =>
	formText({ label, default: name, placeholder: `e.g. ${name}`, description });

/** How long a text is not published again, unless the form says otherwise. */
export const SAME_TEXT_DAYS = 7;

export const queueFields = {
	textColumn: column(
		'Text Column',
		'text',
		'The column with the text of the Post. A line with --- begins the next Post of a thread.',
	),
	timeColumn: column(
		'Time Column',
		'post_at',
		'The column with the date and time from which a row is due. A row without a time waits.',
	),
	pauseMinutes: formNumber({
		label: 'Minutes Between Posts',
		min: 0,
		max: 10_080,
		default: 15,
		description: 'How long after the latest Post of the account a row waits. 0 for no pause.',
	}),
	attachFiles: formChoice(
		{
			always: ['Always', 'A row without files is refused'],
			ifAny: ['If the Row Has Some', 'A row without files is published without'],
			never: 'Never',
		},
		{ default: 'never', description: 'Files in binary fields of the row' },
	),
	binaryProperty: when({ attachFiles: ['always', 'ifAny'] }, formOnly(fileNames())),
	...textDivision,
	...options({
		sameTextDays: formNumber({
			label: 'Days Between Equal Texts',
			min: 0,
			max: 365,
			default: SAME_TEXT_DAYS,
			description:
				'A row whose text the account has published within so many days is refused. 0 to allow it. X bills the Posts of these days once a day.',
		}),
		linkColumn: column(
			'Link Column',
			'link',
			'The column that gets the address of the Post. A row that has one is left as it is.',
		),
		lateHours: formNumber({
			label: 'Too Late After (Hours)',
			min: 0,
			max: 8760,
			default: LATE_HOURS,
			description:
				'A row that is later than this is refused, so that an interruption of weeks does not publish old news. 0 for any delay.',
		}),
		longest: longestPost,
		mediaColumn: column(
			'Media IDs Column',
			'media_ids',
			'The column with the IDs of uploaded media, separated by commas',
		),
		reasonColumn: column('Reason Column', 'reason', 'The column that gets the reason for the status'),
		reply_settings: formOnly(choice(REPLY_SETTINGS, { label: 'Who Can Reply' })),
		statusColumn: column(
			'Status Column',
			'status',
			'The column that gets published, waiting or refused. A row with another word is not published. A refused row is tried again once it is empty.',
		),
		untilColumn: column(
			'Wait Until Column',
			'wait_until',
			'The column that gets the time before which a row is not published',
		),
	}),
};

export type QueueValues = ValuesOf<typeof queueFields>;

export const mediaIds = ids({ max: 4 });
