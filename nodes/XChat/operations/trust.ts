/** Shows and decides who is trusted in encrypted chats. A person may keep the rows in a table of their own. */
import { uniqWith, isEqual } from 'lodash';
import type { INodeExecutionData } from 'n8n-workflow';
import type { Call } from '../../shared/operation/operation';
import { refuse, tellAccepted, tellWhoRemembers, toolsOf, type AnyCall } from './tools';

/** Lists the public keys that the workflows and triggers of this process trust, the newest of each person first. */
export function trustedPeople(call: Call): Promise<INodeExecutionData[]> {
	const { all } = toolsOf(call).session.trust;
	const rows = all.flatMap(({ workflow, memory }) =>
		memory.trusted().map(({ userId, fingerprint, version, since }) => ({
			user_id: userId,
			fingerprint,
			public_key_version: version,
			since: new Date(since).toISOString(),
			workflow_id: workflow,
		})),
	);
	return Promise.resolve(uniqWith(rows, isEqual).map((row) => call.item(row)));
}

type Accepting = Call<{ readonly id: string; readonly fingerprint: string }>;

/** Trusts the public keys of someone that have a fingerprint, in this workflow and its triggers. */
export async function acceptTrust(call: Accepting): Promise<INodeExecutionData[]> {
	const { session, send } = toolsOf(call);
	const { id, fingerprint } = call.values;
	const [newest, ...older] = (await session.know(send, [id])).identities(id);
	const wanted = [newest, ...older].find((each) => each?.fingerprint === fingerprint);
	if (!wanted)
		throw refuse(
			call,
			`X has no public key of the user ${id} with the fingerprint ${fingerprint}`,
			newest
				? `The newest that X has is ${newest.fingerprint}: compare it with that person over another channel`
				: 'They have to open X Chat once with the app or the site of X',
		);
	const { memory } = session.trust;
	const known = memory.trusted().some(({ userId, mark }) => userId === id && mark === wanted.mark);
	if (!known && !memory.mayAccept(wanted))
		throw refuse(
			call,
			`The user ${id} has replaced these keys (version ${wanted.version}), or another signing key stands beside them`,
			'Keys only go forward. If you know why X shows them, use Trust: Forget first',
		);
	session.trust.decide((each) => each.accept(wanted));
	tellAccepted(call, wanted);
	tellOfStore(call);
	return [call.item({ user_id: id, fingerprint, public_key_version: wanted.version, accepted: true })];
}

/** Forgets someone, who is new again at the next sight, in this workflow and its triggers. */
export function forgetTrust(call: Call<{ readonly user_id: string }>): Promise<INodeExecutionData[]> {
	const { user_id: id } = call.values;
	let forgotten = false;
	toolsOf(call).session.trust.decide((memory) => {
		forgotten = memory.forget(id) || forgotten;
	});
	tellOfStore(call);
	return Promise.resolve([call.item({ user_id: id, forgotten })]);
}

function tellOfStore(call: AnyCall): void {
	if (call.context.getMode() === 'manual')
		call.hint('n8n stores nothing of a test run: what was decided holds for triggers of this process only');
	tellWhoRemembers(call);
}
