import type { ICredentialType, INodeProperties } from 'n8n-workflow';

/** The private keys of an account in X Chat, with which encrypted messages are read and written. */
export class XChatKeysApi implements ICredentialType {
	name = 'xChatKeysApi';

	displayName = 'X Chat Keys API';

	documentationUrl =
		'https://github.com/n8n-nodes-x-platform/n8n-nodes-x-platform/blob/main/docs/keys.md#x-chat-keys-api';

	icon = { light: 'file:../icons/x-chat.svg', dark: 'file:../icons/x-chat.dark.svg' } as const;

	properties: INodeProperties[] = [
		{
			displayName:
				'These keys are the identity of the account in X Chat: whoever holds them reads all its chats and can write in its name. Get them on your own machine, in the folder <code>tools/chat-keys</code> of the repository of this package: after <code>npm install</code>, <code>node chatKeys.mjs recover</code> takes them from the backup with your PIN, and <code>node chatKeys.mjs create</code> makes new ones. Never enter the PIN here.',
			name: 'notice',
			type: 'notice',
			default: '',
		},
		{
			displayName: 'Private Keys',
			name: 'privateKeys',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			description:
				'The identity key and the signing key, together 64 bytes in Base64, as x-chat-keys prints them',
		},
		{
			displayName: 'Key Version',
			name: 'version',
			type: 'string',
			default: '',
			placeholder: 'e.g. 1769472000000',
			description:
				'The version under which X has the public keys, as x-chat-keys prints it. Found automatically if empty.',
		},
	];
}
