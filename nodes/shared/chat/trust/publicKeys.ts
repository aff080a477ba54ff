/** Keeps users' public keys from X, and checks whether a signature is theirs: https://docs.x.com/xchat/getting-started */
import { createHash, type KeyObject } from 'crypto';
import { z } from 'zod';
import type { EventSignature } from '../wire/eventStructures';
import { newestFirst } from './conversationId';
import { fingerprint, pointOf, toSpki, verifyingKey } from './keys';
import { attached } from '../../memory/process';
import { CommaInSignedText, isAccepted, isSigned } from './signatures';
import { unless } from '../../util/unless';

/** The verdict on the sender that an event names, with its reason. */
export interface Authenticity {
	readonly verified: boolean | 'unknown';
	readonly reason: string;
	/** The signer, if verified. */
	readonly signer?: Identity;
}

/** The public keys by which a user is recognized. */
export interface Identity {
	readonly userId: string;
	/** The fingerprint of the identity key, which people can compare. */
	readonly fingerprint: string;
	/** Identifies both keys. With another signing key, messages can be forged without changing the fingerprint. */
	readonly mark: string;
	/** The version that X gives the keys. */
	readonly version: string;
}

/** An identity with the public key that conversation keys are wrapped for. */
export interface Recipient extends Identity {
	readonly point: Buffer;
}

export const wrong = (reason: string): Authenticity => ({ verified: false, reason });
export const unknown = (reason: string): Authenticity => ({ verified: 'unknown', reason });

const ROW = z.object({
	public_key: z.string(),
	signing_public_key: z.string(),
	identity_public_key_signature: z.string(),
	public_key_version: z.coerce.string(),
});

type PublicKeyRow = z.infer<typeof ROW>;

export class PublicKeys {
	private readonly byUser = new Map<string, PublicKeyRow[]>();

	/** @param absence The reason why public keys are not available, if they are not. */
	constructor(private readonly absence?: string) {}

	/** Stores a user's keys of X's answer in place of the earlier ones. Invalid rows are ignored. */
	set(userId: string, rows: readonly unknown[]): void {
		this.byUser.set(
			userId,
			rows.flatMap((row) => ROW.safeParse(row).data ?? []),
		);
	}

	has(userId: string): boolean {
		return this.byUser.has(userId);
	}

	of(userId: string): readonly PublicKeyRow[] {
		return this.byUser.get(userId) ?? [];
	}

	/** Returns the newest of a user's keys with a signed identity key. Conversation keys are wrapped for it. */
	newest(userId: string): Recipient | undefined {
		return this.identities(userId)[0];
	}

	/** Returns the identities of a user that X has, the newest first. */
	identities(userId: string): Recipient[] {
		return newestFirst(this.of(userId).flatMap((row) => checkedRow(userId, row)?.identity ?? []));
	}

	/** Returns the version of a public identity key on X. */
	versionOf(userId: string, identityPoint: Buffer): string | undefined {
		return this.of(userId).find(({ public_key: key }) => pointOf(key)?.equals(identityPoint))
			?.public_key_version;
	}

	/** Checks whether a user signed a text. A public key in the signature of an event is never trusted. */
	verdict(userId: string, signature: EventSignature | undefined, text: () => string): Authenticity {
		if (signature?.signature === undefined) return wrong('Not signed');
		if (!isAccepted(signature.signature_version)) return wrong('Signed in a version that proves too little');
		const version = signature.public_key_version ?? '';
		const row = this.of(userId).find((each) => each.public_key_version === version);
		if (!row) return unknown(this.absence ?? `X has no public key of version ${version} of the sender`);
		const { key, identity } = checkedRow(userId, row) ?? {};
		if (!key || !identity) return wrong("X's keys of the sender do not belong together");
		// A text with a comma in one of its parts cannot have been signed, because the comma separates the parts.
		const signed = unless(text, CommaInSignedText);
		return signed !== undefined && isSigned(key, signature.signature, signed)
			? { verified: true, reason: 'Signed by the sender', signer: identity }
			: wrong("The signature is not the sender's, or the event was changed");
	}
}

/** Half of a SHA-256 in Base64 is enough to recognize keys. */
const MARK = 22;

interface CheckedRow {
	readonly key: KeyObject;
	readonly identity: Recipient;
}

/** Two keys are checked once, not again for every event: that would be most of the work for it. */
const checked = attached<PublicKeyRow, { readonly row: CheckedRow | undefined }>({
	name: 'keys whose signatures were checked',
	of: 'execution',
});

/** Returns the signing key, if it has signed the identity key: in its registered form or as a bare point. */
const checkedRow = (userId: string, row: PublicKeyRow): CheckedRow | undefined =>
	checked.getOrMake(row, () => ({ row: check(userId, row) })).row;

function check(userId: string, row: PublicKeyRow): CheckedRow | undefined {
	const [point, signing] = [pointOf(row.public_key), pointOf(row.signing_public_key)];
	const key = signing && verifyingKey(signing);
	if (!point || !key) return undefined;
	const isBound = [toSpki(point), point].some((signed) =>
		isSigned(key, row.identity_public_key_signature, signed),
	);
	const both = createHash('sha256').update(point).update(signing).digest('base64url');
	const [mark, version] = [both.slice(0, MARK), row.public_key_version];
	const identity = { userId, point, fingerprint: fingerprint(point), mark, version };
	return isBound ? { key, identity } : undefined;
}
