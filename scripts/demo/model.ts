/** A stand-in for a language model: as much of the chat protocol as n8n's agent needs, and no thoughts. */
import { z } from 'zod';

const asked = z.object({
	messages: z.array(z.object({ role: z.string(), content: z.unknown() })),
	tools: z
		.array(
			z.object({
				function: z.object({
					name: z.string(),
					parameters: z.object({ properties: z.record(z.unknown()).default({}) }),
				}),
			}),
		)
		.default([]),
});

/** What the model looks for where a tool wants words. */
const WORDS = 'order';

/** What it takes for spam where it is asked to moderate. */
const SPAM = /\bfree\b|click here/i;

/** What it says in the end. */
const ANSWER = 'Thank you for telling us! We are looking into it and come back to you today.';

/**
 * Answers a request for a chat completion: first with a call of the first tool, then with a sentence.
 *
 * @param body The request, in JSON.
 * @returns The answer, in JSON.
 */
export function complete(body: string): string {
	const { messages, tools } = asked.parse(JSON.parse(body));
	const [tool] = tools;
	const isFirst = tool !== undefined && !messages.some(({ role }) => role === 'tool');
	return JSON.stringify({
		id: 'answer',
		object: 'chat.completion',
		created: 1,
		model: 'stand-in',
		choices: [
			{
				index: 0,
				finish_reason: isFirst ? 'tool_calls' : 'stop',
				message: isFirst
					? { role: 'assistant', content: null, tool_calls: [callOf(tool)] }
					: { role: 'assistant', content: sentenceFor(messages) },
			},
		],
		usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
	});
}

/** A verdict where the instructions ask for one; otherwise always the same. */
function sentenceFor(messages: z.infer<typeof asked>['messages']): string {
	const textOf = (role: string) =>
		JSON.stringify(messages.findLast((one) => one.role === role)?.content ?? '');
	if (!/\bHIDE\b/.test(textOf('system'))) return ANSWER;
	return SPAM.test(textOf('user')) ? 'HIDE. It is an advertisement.' : 'KEEP. It is a question.';
}

function callOf({ function: { name, parameters } }: z.infer<typeof asked>['tools'][number]) {
	const filledIn = Object.fromEntries(Object.keys(parameters.properties).map((key) => [key, WORDS]));
	return { id: 'call', type: 'function', function: { name, arguments: JSON.stringify(filledIn) } };
}
