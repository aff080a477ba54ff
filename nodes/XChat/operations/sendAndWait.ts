/** Asks a person by a message, and lets the execution wait for the answer. */
import { get, mapValues, pickBy } from 'lodash';
import { WAIT_INDEFINITELY, type INodeExecutionData } from 'n8n-workflow';
import { overTries } from '../../shared/memory/tries';
import type { BatchCall, Call } from '../../shared/operation/operation';
import { defined, object } from '../../shared/util/lenient';
import { asText } from '../../shared/util/text';
import { type Input, inputAsText, keepQuestion, newKey, outcomeOf, type Question } from '../waiting/question';
import { LINK } from '../waiting/respond';
import { marked } from './attachments';
import { sendContents } from './message';
import { DEFAULTS, endOfWait, isWritten, type WaitValues } from './waitForm';

type WaitCall = Call<WaitValues>;

/** Every try of a node asks the same question, which is found on X by its links. */
const keys = overTries<string>('the key of a question');

/** Asks once, as the first item has it, because an execution waits once. */
export async function sendAndWait(batch: BatchCall<WaitValues>): Promise<INodeExecutionData[]> {
	const items = [...batch.items.keys()];
	if (items.length === 0) return [];
	try {
		const call = await batch.call(0);
		const send: Call['send'] = async (request) => await call.send({ ...request, items });
		const output = await ask({ ...call, send });
		if (items.length > 1)
			call.hint(
				`One question was sent for ${items.length} items, as the first item has it. An execution waits once`,
			);
		for (const index of items) batch.settle(index);
		return [output];
	} catch (error) {
		// Nothing was asked for the other items either.
		return items.flatMap((index) => (batch.isLeftOut(error, index) ? [] : [batch.fail(error, index)]));
	}
}

/**
 * The time from the end of a question's links to its own. n8n sets its timer up to 70 seconds before the end of a wait,
 * and leaves it after an answer: it would end the next question of the execution, and n8n 1 would go on twice (tried with
 * 1.123.81 and 2.41.1 on 2026-11-23). So n8n may set it only when no link answers any more.
 */
const AFTER_LINKS = 75_000;

async function ask(call: WaitCall): Promise<INodeExecutionData> {
	const { context, values } = call;
	const key = keys(context, newKey) ?? newKey();
	const links = linksOf(call, key);
	const question = questionOf(call, key);
	const text = messageWith(messageOf(call), links.map(({ label, url }) => `${label}: ${url}`).join('\n'));
	const sent = await (values.sendBy === 'chat' ? sendByChat(call, text) : sendDirectly(call, text));
	hintAtAddress(call, links[0]?.url ?? '');
	const now = Date.now();
	const expiresAt = endOfWait(values, now);
	const asked = defined({
		...sent,
		sent_at: new Date(now).toISOString(),
		expires_at: expiresAt === undefined ? undefined : new Date(expiresAt).toISOString(),
	});
	keepQuestion(context, { ...question, ...defined({ expiresAt }), asked });
	// At the limit, n8n passes on the data that the node has, which now say that no one answered.
	context.getExecuteData().data = { main: [[call.item({ data: unanswered(call, asked) })]] };
	await context.putExecutionToWait(
		expiresAt === undefined ? WAIT_INDEFINITELY : new Date(expiresAt + AFTER_LINKS),
	);
	return call.item({ data: { asked } });
}

/** Makes the output of a question without an answer: a condition on the answer takes it for a no. */
const unanswered = ({ context, values }: WaitCall, asked: Question['asked']) => ({
	...(values.responseType === 'approval' && { approved: false }),
	...(values.responseType === 'freeText' && { text: null }),
	// n8n's agent reads this in the output of a review.
	...(isReview(context) && {
		chatInput: 'No one answered before the time was over. Do not use the tool now.',
	}),
	...outcomeOf({ asked }, null),
});

/** In n8n 1 a node asks for it; n8n 2 checks the signatures of all links. */
interface ChecksSignatures {
	setSignatureValidationRequired?(): void;
}

function linksOf(call: WaitCall, key: string) {
	const { values } = call;
	const context: WaitCall['context'] & ChecksSignatures = call.context;
	context.setSignatureValidationRequired?.();
	const link = (label: string, approved: boolean) => ({
		label,
		url: context.getSignedResumeUrl({ [LINK.approved]: String(approved), [LINK.question]: key }),
	});
	const { isDouble, approve, disapprove } = buttonsOf(values);
	return isWritten(values)
		? [link(values.messageButtonLabel ?? DEFAULTS.messageButtonLabel, true)]
		: [link(approve, true), ...(isDouble ? [link(disapprove, false)] : [])];
}

/** n8n makes its own address of the machine's name if no other is set, and such links work there only. */
function hintAtAddress(call: WaitCall, link: string): void {
	const { origin, hostname } = new URL(link);
	if (['localhost', '127.0.0.1', '[::1]'].includes(hostname))
		call.hint(
			`The links lead to ${origin}, which can be opened on the machine of n8n only. Set the N8N_WEBHOOK_URL of n8n to its public address`,
		);
}

function buttonsOf({ approvalOptions }: WaitValues) {
	return {
		isDouble: approvalOptions?.approvalType === 'double',
		approve: approvalOptions?.approveLabel ?? DEFAULTS.approveLabel,
		disapprove: approvalOptions?.disapproveLabel ?? DEFAULTS.disapproveLabel,
	};
}

/** Returns whether n8n runs the node as the review of an agent's tool. */
const isReview = (context: WaitCall['context']): boolean => context.getNode().type.endsWith('HitlTool');

/**
 * Writes what is asked. n8n's own text for a review names the input of the tool in a way that gives "[object Object]". No
 * one can decide on that, so the input takes its place.
 */
function messageOf({ context, values }: WaitCall): string {
	if (!isReview(context)) return values.message;
	const input = context.getInputData()[0]?.json['toolParameters'] ?? {};
	return values.message.replaceAll('[object Object]', () => inputAsText(input));
}

const LONGEST = 10_000;
const CUT = '…\n(The page that the link opens has all of it.)';

/** Writes a message with all of its links: a long message is cut instead, and says so. */
function messageWith(message: string, links: string): string {
	const [letters, rest] = [Array.from(message), `\n\n${links}`];
	if (letters.length + rest.length <= LONGEST) return message + rest;
	return `${letters.slice(0, LONGEST - rest.length - CUT.length).join('')}${CUT}${rest}`;
}

function questionOf(call: WaitCall, key: string): Omit<Question, 'asked'> {
	const { values } = call;
	const { responseType: kind, responseFormTitle, responseFormDescription } = values;
	const { approve, disapprove } = buttonsOf(values);
	return {
		key,
		kind,
		title: responseFormTitle ?? (isWritten(values) ? 'Your response' : 'Your decision'),
		message: responseFormDescription ?? messageOf(call),
		approve,
		disapprove,
		submit: values.responseFormButtonLabel ?? DEFAULTS.responseFormButtonLabel,
		inputs: kind === 'freeText' ? [RESPONSE] : inputsOf(values),
	};
}

const RESPONSE: Input = {
	label: 'Response',
	type: 'textarea',
	choices: [],
	placeholder: '',
	isRequired: true,
};

const inputsOf = ({ formFields = [] }: WaitValues): Input[] =>
	formFields.map(
		({
			fieldLabel,
			fieldType = DEFAULTS.fieldType,
			fieldOptions: choices = [],
			placeholder = '',
			requiredField,
		}) => ({
			label: fieldLabel,
			type: fieldType,
			choices,
			placeholder,
			isRequired: requiredField === true,
		}),
	);

async function sendByChat(call: WaitCall, text: string): Promise<Record<string, string>> {
	const values = { ...call.values, id: call.values.id ?? '' };
	const [sent] = await sendContents({ ...call, values }, () => ({
		message: { message_text: text, ...marked(text) },
	}));
	const { conversation_id, message_id, id } = sent?.json ?? {};
	return texts({ conversation_id, message_id, id });
}

async function sendDirectly(call: WaitCall, text: string): Promise<Record<string, string>> {
	const recipient = call.values.recipient ?? '';
	const request = {
		method: 'POST',
		path: `/2/dm_conversations/with/${recipient}/messages`,
		template: '/2/dm_conversations/with/{participant_id}/messages',
		body: { text },
	} as const;
	const answer = await call.send(request);
	const { dm_conversation_id: conversation_id, dm_event_id: id } = object(get(answer, 'data'));
	return texts({ conversation_id, id, recipient_id: recipient });
}

const texts = (values: Record<string, unknown>): Record<string, string> =>
	pickBy(mapValues(values, (value) => asText(value)));
