/**
 * Answers the links of a question. Opening a link decides nothing: programs open links too, to show a preview or to
 * look for harm. Only the button of the page does.
 */
import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { remembered } from '../../shared/memory/process';
import {
	answersOf,
	enteredIn,
	approvalPage,
	endedPage,
	formPage,
	PAGE_HEADERS,
	thanksPage,
	keptQuestion,
	outcomeOf,
	type Question,
} from './question';

/** The name of the parameters in a link. */
export const LINK = { approved: 'approved', question: 'question' } as const;

/** The used parts of the request and the response, which n8n hands over as express has them. */
interface PageRequest {
	readonly method?: string;
}

interface PageResponse {
	setHeader(name: string, value: string): unknown;
	status(code: number): { send(html: string): unknown };
}

/**
 * The times of answers here, by the keys of their questions. n8n 1 takes every answer that comes before it has begun to go
 * on, and goes on with each. A question can be answered again after some minutes, as n8n may have failed to go on.
 */
const answered = remembered<number>({ name: 'when questions were answered', of: 'question', limit: 10_000 });
const MINUTES_10 = 600_000;

const isAnswered = ({ key }: Question): boolean => Date.now() < (answered.get(key) ?? -Infinity) + MINUTES_10;

export function respond(context: IWebhookFunctions): IWebhookResponseData {
	const { approved, question: key } = context.getQueryData() as Record<string, unknown>;
	const question = keptQuestion(context);
	const isOpen =
		question !== undefined &&
		question.key === key &&
		Date.now() < (question.expiresAt ?? Infinity) &&
		!isAnswered(question);
	if (!isOpen) return show(context, endedPage());
	const isPosted = (context.getRequestObject() as PageRequest).method === 'POST';
	if (question.kind === 'approval') {
		const isApproved = approved === 'true';
		if (!isPosted) return show(context, approvalPage(question, isApproved));
		return goOn(context, question, { approved: isApproved });
	}
	if (!isPosted) return show(context, formPage(question));
	const entered = enteredIn(context.getBodyData(), question.inputs);
	const read = answersOf(question.inputs, entered);
	if ('wrong' in read) return show(context, formPage(question, entered, read.wrong), 400);
	const [first] = question.inputs;
	return goOn(
		context,
		question,
		question.kind === 'freeText' ? { text: read.answers[first?.label ?? ''] } : read.answers,
	);
}

/** The response, with the headers of a page. */
function responseOf(context: IWebhookFunctions): PageResponse {
	const response = context.getResponseObject() as PageResponse;
	for (const [name, value] of Object.entries(PAGE_HEADERS)) response.setHeader(name, value);
	return response;
}

/** Shows a page. The execution goes on waiting. */
function show(context: IWebhookFunctions, html: string, status = 200): IWebhookResponseData {
	responseOf(context).status(status).send(html);
	return { noWebhookResponse: true };
}

/** Lets the execution go on, once. n8n sends the page after it has started the execution. */
function goOn(
	context: IWebhookFunctions,
	question: Question,
	answer: Record<string, unknown>,
): IWebhookResponseData {
	answered.set(question.key, Date.now());
	responseOf(context);
	const data = { ...answer, ...outcomeOf(question, new Date().toISOString()) } as IDataObject;
	return { webhookResponse: thanksPage(), workflowData: [[{ json: { data }, pairedItem: { item: 0 } }]] };
}
