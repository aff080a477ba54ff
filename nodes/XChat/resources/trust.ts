import { user as userField } from '../../shared/core/locators';
import { formOnly, formText, id } from '../../shared/fields';
import { any, many, one, op, resource } from '../../shared/operation/operation';
import { FINGERPRINT, read } from '../fields';
import { acceptTrust, forgetTrust, trustedPeople } from '../operations/trust';

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
