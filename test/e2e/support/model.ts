import { z } from 'zod';
import { serve } from '../../support/ownHost';

const asked = z.object({
	messages: z.array(z.object({ role: z.string(), content: z.unknown() })),
	tools: z
		.array(
			z.object({
				function: z.object({ name: z.string(), description: z.string(), parameters: z.unknown() }),
			}),
		)
		.default([]),
});

/**
 * A language model that calls the first tool it is offered, once with each of the given arguments, and repeats the last
 * answer.
 */
export interface Model {
	/** The address for n8n's credential of the type `openAiApi`. */
	url: string;
	/** What the model fills in, call by call. */
	calls: Array<Record<string, unknown>>;
	/** What the agent offered: name, description and parameters of each tool. */
	tools: z.infer<typeof asked>['tools'];
	close(): void;
}

/** Starts the model on a free port of this machine. It speaks as much of the chat protocol as n8n's agent needs. */
export async function startModel(): Promise<Model> {
	const model: Model = { url: '', calls: [], tools: [], close: () => undefined };
	const answer = (body: string) => {
		const { messages, tools } = asked.parse(JSON.parse(body));
		const filledIn = model.calls.shift();
		if (!filledIn) return { role: 'assistant', content: String(messages.at(-1)?.content) };
		model.tools = tools;
		const call = { name: tools[0]?.function.name, arguments: JSON.stringify(filledIn) };
		return {
			role: 'assistant',
			content: null,
			tool_calls: [{ id: `call_${messages.length}`, type: 'function', function: call }],
		};
	};
	const { url, close } = await serve((request, response) => {
		const parts: Buffer[] = [];
		request.on('data', (part: Buffer) => parts.push(part));
		request.on('end', () => {
			const message = answer(Buffer.concat(parts).toString());
			const reason = 'tool_calls' in message ? 'tool_calls' : 'stop';
			const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
			const choices = [{ index: 0, message, finish_reason: reason }];
			response.setHeader('content-type', 'application/json');
			response.end(
				JSON.stringify({
					id: 'answer',
					object: 'chat.completion',
					created: 1,
					model: 'model',
					choices,
					usage,
				}),
			);
		});
	});
	return Object.assign(model, { url: `${url}/v1`, close });
}
