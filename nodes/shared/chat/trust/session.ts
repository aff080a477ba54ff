/** Keeps what one execution knows of X Chat, the reader and the public keys of the writers, so that X is asked once. */
import { chunk, uniq } from 'lodash';
import { NodeOperationError } from 'n8n-workflow';
import { z } from 'zod';
import type { CredentialKind } from '../../auth/credentialKinds';
import { fillPath } from '../../engine/request';
import type { Api, ApiContext, ApiRequest } from '../../http/connection';
import { isUnreachable } from '../../errors';
import { xAhead } from '../../http/xClock';
import { attached } from '../../memory/process';
import { RequestMemo } from '../../memory/requestMemo';
import { conversationInPath } from './conversationId';
import { givenKeys, type GivenKeys, fingerprint } from './keys';
import type { KeyHolder } from './conversationKeys';
import { StoredTrust } from './memory';
import { PublicKeys } from './publicKeys';
import { MINUTE } from '../../util/time';

/** Sends a request and returns the body of the answer. */
export type Send = (request: ApiRequest) => Promise<unknown>;

const ROWS = z.object({ data: z.array(z.unknown()).nullish() });
const ROWS_OF_MANY = z.object({
	data: z.array(z.object({ user_id: z.coerce.string() }).passthrough()).nullish(),
});

/** Most users of a request, and events of a page: https://docs.x.com/x-api/users/get-public-keys-for-multiple-users */
const MANY = 100;

export class ChatSession {
	private readonly publicKeys = new PublicKeys();
	private readonly memo = new RequestMemo();
	/** How far X's clock is ahead of this one. */
	private ahead = 0;

	constructor(
		private readonly context: ApiContext,
		private readonly ownUserId: () => Promise<string>,
		readonly trust: StoredTrust,
		private readonly keys: () => Promise<GivenKeys | undefined>,
	) {
		trust.memory.now = this.now;
	}

	/** The time of X, as its answers name it. */
	readonly now = (): number => Date.now() + this.ahead;

	/** Sends by a connection, and goes by X's time that its answers name. */
	sender(api: Pick<Api, 'send' | 'baseUrl'>): Send {
		return async (request) => {
			const { body } = await api.send(request);
			this.ahead = xAhead(api.baseUrl) ?? 0;
			return body;
		};
	}

	/**
	 * Finds the reader, with the private keys of the node.
	 *
	 * @returns The reader, or undefined if the node has no private keys.
	 * @throws NodeOperationError if they belong to another account.
	 */
	async reader(send: Send): Promise<KeyHolder | undefined> {
		return (await this.memo.get('reader', async () => ({ found: await this.findReader(send) }))).found;
	}

	/** @throws NodeOperationError if the node has no private keys. */
	async writer(send: Send): Promise<KeyHolder> {
		const reader = await this.reader(send);
		if (reader) return reader;
		throw new NodeOperationError(
			this.context.getNode(),
			'This operation needs the private keys of the account',
			{
				description:
					'Open the credential, switch Use for Encrypted Chat on, and enter the keys: messages are encrypted and signed with them. Nothing was sent.',
			},
		);
	}

	private async findReader(send: Send): Promise<KeyHolder | undefined> {
		const given = await this.keys();
		if (!given) return undefined;
		const userId = await this.ownUserId();
		await this.know(send, [userId]);
		const version = this.publicKeys.versionOf(userId, given.keys.identityPoint);
		if (version === undefined)
			throw this.wrongKeys(
				'The private keys are not those of this account',
				`X has no public key of the user ${userId} that they belong to. Check that the keys in the credential are of the account it is connected with, and that they are the newest`,
			);
		if (given.version !== undefined && given.version !== version)
			throw this.wrongKeys(
				`The private keys are of version ${version}, and the credential says ${given.version}`,
				'Correct Key Version in the credential, or leave it empty',
			);
		this.acceptOwn(userId, given.keys.identityPoint);
		return { userId, keys: given.keys, version };
	}

	/** The user has entered these keys, so they are known even if they are not those of before. */
	private acceptOwn(userId: string, point: Buffer): void {
		const all = this.publicKeys.identities(userId);
		const own = all.find((identity) => identity.fingerprint === fingerprint(point));
		if (!own) return;
		this.trust.memory.recognize(own, () => all);
		this.trust.memory.accept(own);
	}

	private wrongKeys(message: string, description: string): NodeOperationError {
		return new NodeOperationError(this.context.getNode(), message, {
			description: `${description}. Nothing was written.`,
		});
	}

	/** Requests the public keys of some users, once in an execution. */
	async know(send: Send, userIds: readonly string[]): Promise<PublicKeys> {
		const missing = [...new Set(userIds)].filter((id) => /^\d+$/.test(id) && !this.publicKeys.has(id)).sort();
		for (const some of chunk(missing, MANY))
			await this.memo.get(`keys ${some.join()}`, async () => await this.ask(send, some));
		return this.publicKeys;
	}

	/**
	 * Requests the members of a group that X names, once a minute at most. None if X refuses.
	 *
	 * @throws An error if X cannot be reached.
	 */
	async members(send: Send, group: string): Promise<readonly string[]> {
		const minute = Math.floor(Date.now() / MINUTE);
		return await this.memo.get(`members ${group} ${minute}`, async () => {
			const roster = await readRoster(send, group).catch(noneIfRefused);
			return [...(roster?.members ?? []), ...(roster?.admin_ids ?? [])];
		});
	}

	/**
	 * Requests events of a group, once for each of its keys. Nothing if X refuses.
	 *
	 * @param version The key that is newer than those that are looked for.
	 * @param from The page to read; the latest events without it.
	 * @throws An error if X cannot be reached.
	 */
	async eventsBefore(send: Send, group: string, version: string, from?: string): Promise<unknown> {
		return await this.memo.get(
			`keys before ${version} of ${group}`,
			async () => await this.events(send, group, MANY, from).catch(noneIfRefused),
		);
	}

	/** Requests the latest events of a conversation, or those of a page. */
	async events(send: Send, id: string, size: number, from?: string): Promise<unknown> {
		const template = '/2/chat/conversations/{id}/events';
		const path = fillPath(template, { id: conversationInPath(id) });
		const query: [string, string][] = [['max_results', String(size)]];
		if (from !== undefined) query.push(['pagination_token', from]);
		return await send({ method: 'GET', template, path, query });
	}

	private async ask(send: Send, userIds: readonly string[]): Promise<void> {
		const [only] = userIds;
		if (userIds.length === 1 && only !== undefined) {
			const template = '/2/users/{id}/public_keys';
			const path = fillPath(template, { id: only });
			const body = await send({ method: 'GET', template, path, mayBeEmpty: true });
			this.publicKeys.set(only, ROWS.safeParse(body).data?.data ?? []);
			return;
		}
		const query: [string, string][] = [['ids', userIds.join(',')]];
		const body = await send({ method: 'GET', path: '/2/users/public_keys', query, mayBeEmpty: true });
		const rows = ROWS_OF_MANY.safeParse(body).data?.data ?? [];
		for (const id of userIds)
			this.publicKeys.set(
				id,
				rows.filter(({ user_id: owner }) => owner === id),
			);
	}
}

/** Returns nothing if X refuses, and throws if X cannot be reached. */
export function noneIfRefused(error: unknown): undefined {
	if (isUnreachable(error)) throw error;
}

const sessions = attached<object, ChatSession>({ name: 'keys of conversations', of: 'execution' });

/**
 * Returns the session of an execution.
 *
 * @param kind The kind of the credential, which has the private keys.
 * @param scope An object that lives as long as the execution. The context of a polling trigger lives until unpublishing.
 */
export function chatSession(
	context: ApiContext,
	kind: CredentialKind,
	ownUserId: () => Promise<string>,
	scope: object = context,
): ChatSession {
	const keys = async () => await givenKeys(context, kind);
	return sessions.getOrMake(scope, () => new ChatSession(context, ownUserId, new StoredTrust(context), keys));
}

const optional = <T extends z.ZodTypeAny>(type: T) =>
	type
		.nullish()
		.catch(undefined)
		.transform((value) => value ?? undefined);
const list = optional(z.array(z.string()));
const optionalText = optional(z.string());

const CONVERSATION = z.object({
	data: z.object({
		participant_ids: list,
		member_ids: list,
		admin_ids: list,
		pending_member_ids: list,
		group_name: optionalText,
		group_avatar_url: optionalText,
		message_ttl_ms: optional(z.coerce.string()),
		screen_capture_blocking_enabled: optional(z.boolean()),
	}),
});

type Roster = z.infer<typeof CONVERSATION>['data'] & { readonly members: readonly string[] };

/** Reads the members and settings of a conversation. */
export async function readRoster(
	send: (request: ApiRequest) => Promise<unknown>,
	id: string,
): Promise<Roster> {
	const template = '/2/chat/conversations/{id}';
	const path = fillPath(template, { id: conversationInPath(id) });
	const { data } = CONVERSATION.parse(await send({ method: 'GET', template, path }));
	const members = uniq([...(data.member_ids ?? []), ...(data.participant_ids ?? [])]);
	return { ...data, members };
}
