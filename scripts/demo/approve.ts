/** `npm run event approve`: what the person does who was asked in X Chat. */
import { peopleOf } from '../../test/simulator/people';
import type { Simulator } from '../../test/simulator/server';
import { latestQuestion } from '../../test/support/ada';

/** The event, with a sentence about it. */
export const APPROVE = ['approve', 'the person who was asked in X Chat approves'] as const;

/**
 * Opens the first link of the latest question and presses its button.
 *
 * @param sim The simulated X, which has the question.
 * @param n8nUrl Where n8n is on this machine; in the message it has the address that X was given.
 * @returns What was asked, and what came of it.
 * @throws Error if no one was asked.
 */
export async function approve(sim: Pick<Simulator, 'control' | 'platform'>, n8nUrl: string): Promise<string> {
	// Where no one wrote to her yet, there is no conversation.
	const question = await latestQuestion(sim, peopleOf(sim.platform).first.id, n8nUrl).catch(() => undefined);
	const [link] = question?.links ?? [];
	if (question === undefined || link === undefined)
		throw new Error(
			'No one was asked yet: open "Publish a Post after a person has approved it", and press Execute workflow.',
		);
	const [asked = ''] = question.text.split(/\n+\w+: http/);
	const pressed = await fetch(link, { method: 'POST' });
	const isOver = /no action required/i.test(await pressed.text());
	const did = isOver ? 'This question has its answer already' : 'She opened her link and pressed the button';
	return [`Ada was asked: ${asked}`, `${did}: ${link}`].join('\n');
}
