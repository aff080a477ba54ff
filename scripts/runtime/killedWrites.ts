/** Writes with Retry On Fail whose n8n, or whose worker, is killed in the middle, and that a person resumes. */
import { core } from '../../test/simulator/core/area';
import { START } from '../../test/support/start';
import type { Stage } from '../world';
import type { N8nClient } from './client';
import { CREDENTIAL_TYPES } from './credentials';
import { errorOf, type Workflow } from './types';
import { until } from './until';

type State = ReturnType<typeof core.state>;

/** What is written: the form, the request, and the texts that X has of it. */
const KINDS = {
	Posts: {
		form: () => ({ resource: 'post', operation: 'create' }),
		path: '/2/tweets',
		onX: ({ posts }: State) => [...posts.values()].map(({ text }) => text),
	},
	'Direct Messages': {
		form: ({ users }: State) => ({
			resource: 'directMessage',
			operation: 'send',
			participant_id: { __rl: true, mode: 'id', value: [...users.keys()][1] ?? '' },
		}),
		path: '/2/dm_conversations/with/{participant_id}/messages',
		onX: ({ dmEvents }: State) => [...dmEvents.values()].map(({ text = '' }) => text),
	},
};

const PARTS = ['a', 'b', 'c', 'd'];

/** When n8n is killed: while it waits for the answer to this write, which X has done or not. */
export interface Moment {
	readonly before: number;
	readonly isDone: boolean;
}

/**
 * Writes Posts and messages in two executions, kills n8n in the middle of both, and runs them again since then.
 *
 * @param name What the texts begin with: X refuses a Post that it has just had.
 * @param kill Kills what runs the executions, starts it again, and gives a client of it.
 * @returns How often X has each text, by kind, and what n8n says of the first executions.
 */
export async function killedWrites(
	{ sim, client, credentials }: Pick<Stage, 'sim' | 'client' | 'credentials'>,
	name: string,
	{ before, isDone }: Moment,
	kill: (executions: readonly string[]) => Promise<N8nClient>,
) {
	const state = core.state(sim.platform);
	const credential = credentials.find(({ type }) => type === CREDENTIAL_TYPES.oAuth2);
	if (!credential) throw new Error('There is no credential');
	const kinds = Object.entries(KINDS);
	const workflowOf = (kind: string, form: object, options: object): Workflow => ({
		name: `${name}: ${kind}`,
		nodes: [
			START,
			{
				name: 'Write',
				type: 'n8n-nodes-x-platform.xCore',
				typeVersion: 1,
				position: [220, 0],
				parameters: { authentication: 'oAuth2', ...form, text: '={{ $json.text }}', options },
				credentials: { [credential.type]: { id: credential.id, name: credential.name } },
				retryOnFail: true,
			},
		],
		connections: { Start: { main: [[{ node: 'Write', type: 'main', index: 0 }]] } },
		pinData: { Start: PARTS.map((part) => ({ json: { text: `${name} ${part}` } })) },
	});
	const asked = (path: string) =>
		sim.requests.filter(({ method, route }) => method === 'POST' && route === path).length;

	const since = new Date().toISOString();
	const counts = new Map(kinds.map(([, { path }]) => [path, asked(path)]));
	const killed: string[] = [];
	for (const [kind, { form, path }] of kinds) {
		sim.fail({ match: { method: 'POST', path }, kind: 'silent', after: isDone, skip: before });
		const saved = await client.createWorkflow(workflowOf(kind, form(state), {}));
		killed.push((await client.startRun(saved)) ?? '');
	}
	await until('the requests without an answer', async () => {
		const isAsked = [...counts].every(([path, count]) => asked(path) === count + before + 1);
		return await Promise.resolve(isAsked || undefined);
	});
	const again = await kill(killed);
	const times: Record<string, number[]> = {};
	for (const [kind, { form, onX }] of kinds) {
		const resumed = workflowOf(kind, form(state), { resumeFrom: `since ${since}` });
		const error = errorOf(await again.run(await again.createWorkflow(resumed)));
		if (error) throw new Error(`${kind}: ${error.message}`);
		const texts = onX(state);
		times[kind] = PARTS.map((part) => texts.filter((text) => text === `${name} ${part}`).length);
	}
	const statuses = await Promise.all(killed.map(async (id) => (await again.execution(id)).status));
	return { times, statuses };
}
