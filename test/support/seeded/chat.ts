/** What the simulated X holds for the operations of X Chat: messages of someone, a group, a picture, a request. */
import { createHash } from 'node:crypto';
import { pick } from 'lodash';
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { chat as area } from '../../simulator/chat/area';
import type { ChatState } from '../../simulator/chat/state';
import { ME } from '../../simulator/identities';
import type { Simulator } from '../../simulator/simulator';
import { ADA, BOB } from '../chat';
import { byId, type KnownValues } from './types';

const BINARY = { data: { data: 'cGljdHVyZQ==', mimeType: 'image/png', fileName: 'a.png' } };
/** What an operation is given besides the form. */
export const CHAT_ITEMS: INodeExecutionData[] = [{ json: { marker: '1111' }, binary: BINARY }];

/** Names of fields that take more than any text. */
export const chatKnown = ({ group, message, fingerprint }: ChatWorld): KnownValues => ({
	path: '/2/chat/settings',
	emoji: '👍',
	user_ids: BOB,
	ids: ADA,
	group_members: ADA,
	group_admins: ADA,
	group_avatar_url: 'https://example.com/a.png',
	decrypted_avatar_url: 'https://example.com/a.png',
	invite_code: 'aB3dE6gH9j',
	invite_url: `https://x.com/i/chat/group_join/${group}/aB3dE6gH9j`,
	validity_duration_msec: '86400000',
	validity_expiry_timestamp_msec: '1800000000000',
	affiliate_user_id: ADA,
	target: message,
	sequence_ids: message,
	seen_until_sequence_id: message,
	group_name: 'Team',
	group_description: 'Us',
	binaryPropertyName: 'data',
	'additionalFields.file': 'data',
	'options.file': 'ndjson',
	fingerprint,
	'options.acceptedFingerprints': 'f'.repeat(43),
});

/** What happened before an operation. */
export interface ChatWorld {
	readonly group: string;
	/** The ID of an own message. */
	readonly message: string;
	/** What names a picture that was received. */
	readonly photo: string;
	/** The fingerprint of the own public keys. */
	readonly fingerprint: string;
}

/** People write, to the authenticated user and in a group. */
export async function seedChat(sim: Simulator): Promise<ChatWorld> {
	const state: ChatState = area.state(sim.platform);
	for (const person of [ADA, BOB]) state.talker(person);
	const say = async (input: Readonly<Record<string, unknown>>) =>
		(await sim.control('chat', 'say', input)) as { id: string; hash?: string };
	const names = { title: 'Team', avatarUrl: 'https://example.com/a.png' };
	const { id: group } = (await sim.control('chat', 'group', {
		by: ME.id,
		members: [ME.id, ADA],
		...names,
	})) as { id: string };
	const said = await say({ from: ME.id, to: ADA, text: 'Hello' });
	const photo = await say({ from: ADA, to: ME.id, text: 'Photo', file: 'aGVsbG8=', name: 'a.png' });
	await say({ from: ADA, conversation: group, text: 'Hello' });
	await say({ from: BOB, to: ME.id, text: 'May I?', isRequest: true });
	const key = state.talker(ME.id).row.public_key;
	const fingerprint = createHash('sha256').update(Buffer.from(key, 'base64')).digest('base64url');
	return { group, message: said.id, photo: photo.hash ?? '', fingerprint };
}

/** A filled form with what exists: the conversation, the group, the picture. */
export function chatForm(world: ChatWorld, name: string, form: INodeParameters): INodeParameters {
	const other = byId(name.startsWith('messageRequest.') ? BOB : ADA);
	const existing = {
		group_id: byId(world.group),
		conversation_id: other,
		id: /^(publicKey|trust)\./.test(name) ? byId(ME.id) : other,
	};
	return {
		...form,
		...pick(existing, Object.keys(form)),
		...(name === 'media.download' && { media_hash_key: world.photo }),
	};
}
