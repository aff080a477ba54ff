/** Registers the public keys that belong to the private keys. https://docs.x.com/x-api/chat/add-public-key */
import { get } from 'lodash';
import type { INodeExecutionData } from 'n8n-workflow';
import { givenKeys } from '../../shared/chat/trust/credential';
import { fingerprint, pointOf, toSpki } from '../../shared/chat/trust/keys';
import { signBytes } from '../../shared/chat/trust/signatures';
import type { Call } from '../../shared/operation/operation';
import { asText } from '../../shared/util/text';
import { refuse } from './tools';

/** Registers both public keys, each signed with the other private key. */
export async function registerKeys(call: Call<{ readonly id: unknown }>): Promise<INodeExecutionData[]> {
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
export function addFingerprints(body: unknown): Promise<unknown> {
	const rows: unknown = get(body, 'data');
	if (!Array.isArray(rows)) return Promise.resolve(body);
	const data = rows.map((row: object) => {
		const point = pointOf(asText(get(row, 'public_key')));
		return point ? { ...row, fingerprint: fingerprint(point) } : row;
	});
	return Promise.resolve({ ...(body as object), data });
}
