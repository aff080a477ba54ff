/** What is written to Ada in X Chat by the tests in a real n8n, and the questions that she gets there. */
import { signedId } from '../simulator/chat/state';
import { ME } from '../simulator/identities';
import type { Simulator } from '../simulator/server';
import type { Read } from './chat';

type Controlled = Pick<Simulator, 'control'>;

/** Someone who exists on the simulated X. */
export const ADA = '1500000158380000061';

/** What the account of the credentials has written to someone, as that person reads it; oldest first. */
export async function saidTo(sim: Controlled, user: string): Promise<string[]> {
	const conversation = signedId(user, ME.id);
	const all = (await sim.control('chat', 'read', { user, conversation })) as Read[];
	return all.filter(({ from }) => from === ME.id).map(({ first = '' }) => first);
}

/** The addresses in a text. */
export const linksIn = (text: string): URL[] =>
	[...text.matchAll(/https?:\/\/\S+/g)].map(([link]) => new URL(link));

/** The latest question to someone, with its links at the address under which the test reaches n8n. */
export async function latestQuestion(
	sim: Controlled,
	user: string,
	n8nUrl: string,
): Promise<{ text: string; links: string[] }> {
	const said = await saidTo(sim, user);
	const text = said.findLast((each) => /\n(Approve|Respond): http/.test(each)) ?? '';
	return { text, links: linksIn(text).map(({ pathname, search }) => `${n8nUrl}${pathname}${search}`) };
}
