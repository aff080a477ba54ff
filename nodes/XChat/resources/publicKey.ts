import { get } from 'lodash';
import type { INodeExecutionData } from 'n8n-workflow';
import { user as userField, me, users } from '../../shared/core/locators';
import { UP_TO_100_USERS } from '../../shared/core/common';
import { readMany } from '../../shared/core/selections';
import { entities } from '../../shared/model/entities';
import { many, op, resource, type Call } from '../../shared/operation/operation';
import { read, write } from '../fields';
import { builtByNode } from '../operations/message';
import { givenKeys, fingerprint, pointOf, toSpki } from '../../shared/chat/trust/keys';
import { signBytes } from '../../shared/chat/trust/publicKeys';
import { asText } from '../../shared/util/text';
import { refuse } from '../operations/tools';

/** Registers both public keys, each signed with the other private key. */
async function registerKeys(call: Call<{ readonly id: unknown }>): Promise<INodeExecutionData[]> {
	const given = await givenKeys(call.context, call.api.kind);
	if (!given)
		throw refuse(
			call,
			'This operation needs the private keys whose public halves are registered',
			'Open the credential, switch Use for Encrypted Chat on, and enter the keys',
		);
	const { keys } = given;
	const [identity, signing] = [toSpki(keys.identityPoint), toSpki(keys.signingPoint)];
	const version = given.version ?? String(Date.now());
	const request = call.request();
	const body = await call.send({
		...request,
		body: {
			generate_version: given.version === undefined,
			version,
			public_key: {
				identity_public_key_signature: signBytes(keys.signing, identity),
				public_key: identity.toString('base64'),
				public_key_fingerprint: fingerprint(keys.identityPoint),
				registration_method: 'CustomPin',
				signing_public_key: signing.toString('base64'),
				signing_public_key_signature: signBytes(keys.identitySigner, signing),
			},
		},
	});
	const registered = asText(get(body, 'data.public_key_version')) || version;
	return [call.item({ public_key_version: registered, fingerprint: fingerprint(keys.identityPoint) })];
}

/** Adds to X's answer the fingerprints by which people compare keys. */
function addFingerprints(body: unknown): Promise<unknown> {
	const rows: unknown = get(body, 'data');
	if (!Array.isArray(rows)) return Promise.resolve(body);
	const data = rows.map((row: object) => {
		const point = pointOf(asText(get(row, 'public_key')));
		return point ? { ...row, fingerprint: fingerprint(point) } : row;
	});
	return Promise.resolve({ ...(body as object), data });
}

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
