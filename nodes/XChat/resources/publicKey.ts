import { user as userField, me, users } from '../../shared/core/locators';
import { UP_TO_100_USERS } from '../../shared/core/common';
import { readMany } from '../../shared/core/selections';
import { entities } from '../../shared/model/entities';
import { many, op, resource } from '../../shared/operation/operation';
import { read, write } from '../fields';
import { addFingerprints, registerKeys } from '../operations/publicKeys';
import { builtByNode } from '../operations/message';

const { publicKey } = entities;
/** The fingerprint is not a field of X: the node calculates it, as X's clients do. */
const WITH_FINGERPRINT = { ...publicKey, simplifiedFields: [...publicKey.simplifiedFields, 'fingerprint'] };

/** Public keys of users: https://docs.x.com/xchat/getting-started */
export const publicKeyResource = resource({
	value: 'publicKey',
	defaultOperation: 'getMany',
	auth: [read, write],
	operations: {
		getMany: op({
			route: 'GET /2/users/public_keys',
			action: 'Get the public keys of many users',
			description:
				'Get the public keys of up to 100 users, with their fingerprints. Users without keys cannot receive encrypted messages.',
			...readMany('publicKey', { ids: users({ label: 'Users', description: UP_TO_100_USERS }) }),
			result: many(WITH_FINGERPRINT),
			read: addFingerprints,
		}),
		getOfUser: op({
			route: 'GET /2/users/{id}/public_keys',
			name: 'Get Many of User',
			action: 'Get the public keys of a user',
			description: 'Get all versions of the public keys of a user, with their fingerprints',
			...readMany('publicKey', { id: userField() }),
			result: many(WITH_FINGERPRINT),
			read: addFingerprints,
		}),
		register: op({
			route: 'POST /2/users/{id}/public_keys',
			action: 'Register your public keys',
			description:
				'Give X the public halves of the private keys in the credential, once for new keys. From then on, messages are encrypted for them.',
			fields: {
				id: me(),
				public_key: builtByNode(),
				version: builtByNode(),
				generate_version: builtByNode(),
			},
			readsFirst: ['GET /2/users/me'],
			run: registerKeys,
		}),
	},
});
