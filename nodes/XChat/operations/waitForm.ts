/** Defines the fields of Send and Wait for Response, with n8n's names for them. */
import { uniq } from 'lodash';
import { chatConversation } from '../../shared/chat/locators';
import { user } from '../../shared/core/locators';
import {
	date,
	flag,
	formChoice,
	formOnly,
	formText,
	group,
	list,
	number,
	oneOf,
	optional,
	options,
	required,
	rows,
	text,
	when,
	whenSibling,
} from '../../shared/fields';
import { broken, type BrokenRule, type ValuesOf } from '../../shared/operation/operation';
import { outcomeOf } from '../waiting/question';
import { madeMessage, messageOptions } from './message';
import { DAY, HOUR, MINUTE } from '../../shared/util/time';

/** Members of the output that are not answers. */
const OWN_MEMBERS = Object.keys(outcomeOf({ asked: {} }, null));
const CHOICES = ['checkbox', 'dropdown'];

/** The values of members of collections that the form does not set. */
export const DEFAULTS = {
	approveLabel: 'Approve',
	disapproveLabel: 'Decline',
	fieldType: 'text',
	messageButtonLabel: 'Respond',
	responseFormButtonLabel: 'Submit',
	resumeAmount: 45,
	resumeUnit: 'minutes',
} as const;

const approval = group(
	{
		approvalType: oneOf(
			{ single: 'Approve Only', double: 'Approve and Disapprove' },
			{ label: 'Type of Approval', default: 'single' },
		),
		approveLabel: text({ label: 'Approve Button Label', default: DEFAULTS.approveLabel, max: 100 }),
		disapproveLabel: whenSibling(
			{ approvalType: ['double'] },
			text({ label: 'Disapprove Button Label', default: DEFAULTS.disapproveLabel, max: 100 }),
		),
	},
	{ label: 'Approval Options', placeholder: 'Add option' },
);

const formFields = rows(
	{
		fieldType: oneOf(
			{
				checkbox: 'Checkboxes',
				date: 'Date',
				dropdown: 'Dropdown',
				email: 'Email',
				number: 'Number',
				text: 'Text',
				textarea: 'Textarea',
			},
			{ label: 'Element Type', default: DEFAULTS.fieldType },
		),
		fieldLabel: required(text({ label: 'Label', placeholder: 'e.g. What is your name?', max: 200 })),
		fieldOptions: whenSibling(
			{ fieldType: CHOICES },
			list({ label: 'Options', max: 100, placeholder: 'e.g. Red, Green, Blue' }),
		),
		placeholder: whenSibling({ fieldType: ['email', 'number', 'text', 'textarea'] }, text()),
		requiredField: flag({ description: 'Whether an answer is needed' }),
	},
	{ label: 'Form Elements', placeholder: 'Add Form Element', max: 50 },
);

const limitWaitTime = group(
	{
		limitType: oneOf(
			{ afterTimeInterval: 'After Time Interval', atSpecifiedTime: 'At Specified Time' },
			{ default: 'afterTimeInterval' },
		),
		resumeAmount: whenSibling(
			{ limitType: ['afterTimeInterval'] },
			number({ label: 'Amount', min: 0, max: 100_000, fraction: true, default: DEFAULTS.resumeAmount }),
		),
		resumeUnit: whenSibling(
			{ limitType: ['afterTimeInterval'] },
			oneOf(
				{ minutes: 'Minutes', hours: 'Hours', days: 'Days' },
				{ label: 'Unit', default: DEFAULTS.resumeUnit },
			),
		),
		maxDateAndTime: whenSibling({ limitType: ['atSpecifiedTime'] }, date()),
	},
	{
		label: 'Limit Wait Time',
		placeholder: 'Add Limit',
		description: 'When the workflow goes on without an answer. The output then has expired: true.',
	},
);

const BY_PAGE = ['freeText', 'customForm'];

export const waitFields = {
	sendBy: formChoice(
		{
			chat: ['X Chat', 'Encrypted. Needs the private keys.'],
			directMessage: ['Direct Message', 'Not encrypted, to one user'],
		},
		{ default: 'chat' },
	),
	id: when({ sendBy: ['chat'] }, chatConversation()),
	recipient: when({ sendBy: ['directMessage'] }, formOnly(user({ label: 'Recipient' }))),
	message: formText({
		rows: 4,
		max: 50_000,
		description:
			'What to ask. The message ends with the links to answer; X publishes no higher price for a message with links. A long one is cut, and the page has all of it.',
	}),
	responseType: formChoice(
		{
			approval: ['Approval', 'A link for each button'],
			customForm: ['Custom Form', 'A link to a form of your own'],
			freeText: ['Free Text', 'A link to a page with one text field'],
		},
		{ default: 'approval' },
	),
	formFields: when({ responseType: ['customForm'] }, formOnly(formFields)),
	approvalOptions: when({ responseType: ['approval'] }, optional(formOnly(approval))),
	...madeMessage,
	...messageOptions,
	...options({
		limitWaitTime: formOnly(limitWaitTime),
		messageButtonLabel: formText({
			default: DEFAULTS.messageButtonLabel,
			max: 100,
			description: 'Of a text or form',
		}),
		responseFormTitle: formText({ max: 200 }),
		responseFormDescription: formText({ rows: 3, description: 'In place of the message' }),
		responseFormButtonLabel: formText({ default: DEFAULTS.responseFormButtonLabel, max: 100 }),
	}),
};

export type WaitValues = ValuesOf<typeof waitFields>;

const MILLISECONDS = { minutes: MINUTE, hours: HOUR, days: DAY };

/** Returns the end of the wait in milliseconds, or undefined without a limit. */
export function endOfWait({ limitWaitTime: limit }: WaitValues, now: number): number | undefined {
	if (limit === undefined) return undefined;
	const {
		limitType,
		resumeAmount = DEFAULTS.resumeAmount,
		resumeUnit = DEFAULTS.resumeUnit,
		maxDateAndTime = '',
	} = limit;
	if (limitType === 'atSpecifiedTime') return Date.parse(maxDateAndTime);
	return now + resumeAmount * MILLISECONDS[resumeUnit];
}

export function* checkWait(values: WaitValues): Generator<BrokenRule<'formFields' | 'limitWaitTime'>> {
	const end = endOfWait(values, Date.now());
	if (end !== undefined && !(end > Date.now()))
		yield broken('limitWaitTime', 'minimum', 'must be in the future');
	const { responseType, formFields: fields = [] } = values;
	if (responseType !== 'customForm') return;
	const labels = fields.map(({ fieldLabel }) => fieldLabel);
	if (uniq(labels).length < labels.length)
		yield broken('formFields', 'unique', 'must have labels that differ, as the output names answers by them');
	const own = labels.find((label) => OWN_MEMBERS.includes(label));
	if (own !== undefined)
		yield broken(
			'formFields',
			'exclusive',
			`cannot have the label "${own}", which the output has of its own`,
		);
	const bare = fields.find(
		({ fieldType = DEFAULTS.fieldType, fieldOptions = [] }) =>
			CHOICES.includes(fieldType) && fieldOptions.length === 0,
	);
	if (bare) yield broken('formFields', 'required', `needs options for "${bare.fieldLabel}"`);
}

/** Returns whether the answer is written on a page, and not given by the link itself. */
export const isWritten = ({ responseType }: WaitValues): boolean => BY_PAGE.includes(responseType);
