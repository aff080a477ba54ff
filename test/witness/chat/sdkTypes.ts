/** What the tests use of the types of X's SDK, as its index.d.ts has them. */

export interface SdkMessage {
	readonly messageId: string;
	readonly encryptedContent: string;
	readonly encodedEventSignature: string;
}

/** A change as the SDK signs it. */
export interface SdkAction {
	readonly messageId: string;
	readonly encodedMessageEventDetail: string;
	readonly signature: string;
	readonly signatureVersion: string;
	readonly publicKeyVersion: string;
}

export interface SdkChange {
	readonly conversationKey: Uint8Array;
	readonly conversationKeyVersion: string;
	readonly actionSignatures: readonly SdkAction[];
}

/** An event as the SDK reads it. What a kind of event does not have is missing or null. */
export interface SdkEvent {
	readonly type: string;
	readonly sequenceId?: string | null;
	readonly id?: string | null;
	readonly senderId?: string | null;
	readonly conversationId?: string | null;
	readonly content?: Readonly<Record<string, unknown>>;
	readonly verified?: boolean;
	readonly attachments?: readonly SdkAttachment[];
	readonly replyPreviewValidation?: 'valid' | 'invalid' | null;
	readonly ttlMsec?: number | null;
	readonly shouldNotify?: boolean | null;
}

/** An attachment as the SDK reads it; `attachment_type` says which of the members count. */
export type SdkAttachment = Readonly<Record<string, unknown>> & {
	readonly dimensions?: { readonly width?: number | null; readonly height?: number | null } | null;
};

export interface SigningKey {
	readonly userId: string;
	readonly publicKeyVersion: string;
	readonly publicKey: string;
	readonly identityPublicKey: string;
	readonly identityPublicKeySignature: string;
}

/** The parameters of a method; the tests give those that index.d.ts names. */
type Given = Readonly<Record<string, unknown>>;

/** The engine of the SDK. */
export interface Engine {
	importKeys(keys: Uint8Array, version: string): void;
	setIdentity(userId: string, version: string): void;
	setRejectUnverified(isRejected: boolean): void;
	extractConversationKeys(events: readonly string[]): { readonly keys: Record<string, Uint8Array> };
	decryptEvent(
		event: string,
		keys: Readonly<Record<string, Uint8Array>>,
		signing: readonly SigningKey[],
	): SdkEvent;
	encryptMessage(given: Given): SdkMessage;
	encryptReply(given: Given): SdkMessage;
	encryptEdit(given: Given): SdkMessage;
	encryptAddReaction(given: Given): SdkMessage;
	encryptRemoveReaction(given: Given): SdkMessage;
	prepareMessageDelete(given: Given): SdkAction;
	prepareConversationKeyChange(given: Given): SdkChange;
	prepareGroupMembersChange(given: Given): SdkChange;
	encryptStream(plain: Uint8Array, key: Uint8Array): Uint8Array;
	decryptStream(sealed: Uint8Array, key: Uint8Array): Uint8Array;
}
