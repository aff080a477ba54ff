import { uniqWith, isEqual } from 'lodash';
import type { INodeExecutionData } from 'n8n-workflow';
import { user as userField } from '../../shared/core/locators';
import { formOnly, formText, id } from '../../shared/fields';
import { any, many, one, op, resource, type Call } from '../../shared/operation/operation';
import { FINGERPRINT, read } from '../fields';
import { refuse, tellAccepted, tellWhoRemembers, toolsOf, type AnyCall } from '../operations/tools';

/** Lists the public keys that the workflows and triggers of this process trust, the newest of each person first. */
function trustedPeople(call: Call): Promise<INodeExecutionData[]> {
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
async function acceptTrust(call: Accepting): Promise<INodeExecutionData[]> {
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
function forgetTrust(call: Call<{ readonly user_id: string }>): Promise<INodeExecutionData[]> {
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

const docs = 'https://docs.x.com/xchat/cryptography-primer';

/** Whose public keys are trusted: what this n8n remembers, not what X has. */
export const trustResource = resource({
	value: 'trust',
	defaultOperation: 'getMany',
	auth: any(),
	operations: {
		accept: op({
			route: 'GET /2/users/{id}/public_keys',
			action: 'Accept the public keys of a user',
			description:
				'Trust the public keys with a fingerprint that you have compared, in this workflow and its triggers. Takes the rows of Get Many back, from a table of your own.',
			auth: read,
			fields: {
				id: userField(),
				fingerprint: formText({
					pattern: FINGERPRINT,
					shape: 'a fingerprint of 43 letters, digits, - and _',
					description: 'The fingerprint that the person has told you',
				}),
			},
			result: one(),
			run: acceptTrust,
		}),
		forget: op({
			route: 'GET /',
			action: 'Forget the public keys of a user',
			description:
				'Count someone as new at the next sight, in this workflow and its triggers. Sends no request.',
			docs,
			fields: { user_id: formOnly(id({ description: 'The person to forget' })) },
			result: one(),
			run: forgetTrust,
		}),
		getMany: op({
			route: 'GET /',
			action: 'Get whom this n8n trusts',
			description:
				'Get whose public keys the workflows and triggers of this process trust, with fingerprint, version and since when. Sends no request.',
			docs,
			fields: {},
			result: many(),
			run: trustedPeople,
		}),
	},
});
