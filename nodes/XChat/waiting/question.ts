/**
 * Keeps a question that waits for its answer. Everything that its pages need is stored when it is sent: expressions of
 * the form may have other values by the time the answer comes.
 */
import { randomBytes } from 'node:crypto';
import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import { z } from 'zod';

const inputSchema = z.object({
	label: z.string(),
	type: z.enum(['checkbox', 'date', 'dropdown', 'email', 'number', 'text', 'textarea']),
	choices: z.array(z.string()).default([]),
	placeholder: z.string().default(''),
	isRequired: z.boolean(),
});

const questionSchema = z.object({
	/** Names this question in its links, so that a link of an earlier question of the same node answers nothing. */
	key: z.string(),
	kind: z.enum(['approval', 'freeText', 'customForm']),
	title: z.string(),
	message: z.string(),
	/** Labels of the buttons. */
	approve: z.string(),
	disapprove: z.string(),
	submit: z.string(),
	inputs: z.array(inputSchema),
	/** The end of the wait, in milliseconds; undefined for a wait without a limit. */
	expiresAt: z.number().optional(),
	/** The place and time of the question, which the output repeats. */
	asked: z.record(z.string()),
});

/** A field of the page. */
export type Input = z.infer<typeof inputSchema>;
export type Question = z.infer<typeof questionSchema>;

/** Makes what every output has beside the answer. The time of the answer is null if none came. */
export const outcomeOf = ({ asked }: Pick<Question, 'asked'>, respondedAt: string | null) => ({
	asked,
	respondedAt,
	expired: respondedAt === null,
});

/** Characters that no one sees: they begin lines, hide words or turn them round. Three belong to words and emoji. */
const UNSEEN = /(?!\u200c|\u200d|\ufe0f)[\x7f-\x9f\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]/gu;

/** Writes the input of a tool as JSON, so that no line of it can pass for a line of the message. */
export const inputAsText = (input: unknown): string =>
	JSON.stringify(input, null, 2).replace(UNSEEN, (each) =>
		each.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
	);

export const newKey = (): string => randomBytes(9).toString('base64url');

/** The member of the node's context, which n8n stores with the execution. */
const MEMBER = 'question';

export function keepQuestion(context: Pick<IExecuteFunctions, 'getContext'>, question: Question): void {
	context.getContext('node')[MEMBER] = JSON.stringify(question);
}

/** Reads the question that the execution waits with. Returns undefined if it waits somewhere else. */
export function keptQuestion(context: IWebhookFunctions): Question | undefined {
	// A webhook reads the context of a node by an expression only. Braces in a name would end the expression.
	const name = JSON.stringify(context.getNode().name).replace(/[{}]/g, (brace) =>
		brace === '{' ? '\\u007b' : '\\u007d',
	);
	const stored = context.evaluateExpression(`{{ $node[${name}].context.${MEMBER} }}`);
	if (typeof stored !== 'string') return undefined;
	return questionSchema.safeParse(JSON.parse(stored)).data;
}
