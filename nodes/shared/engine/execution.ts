/** What one execution of a node knows beyond an item: the chosen operation, its connection, what was looked up. */
import { get } from 'lodash';
import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';
import { encodeRfc3986 } from '../util/encode';
import { fieldNamer } from '../operation/blamedField';
import { partialErrors } from '../errors';
import { connect, type Api, type ApiContext, type AuthFailureCounter } from '../http/connection';
import type { Lookup, Operation } from '../operation/operation';
import type { CredentialKind } from '../auth/credentialKinds';
import { RequestMemo } from '../util/requestMemo';
import { asText } from '../util/text';
import { findOperation, type NodeSpec } from '../operation/nodeSpec';
import { RefusedChoices } from './ownChoices';
import { chosenHost, chosenKind, itemParameters } from './parameters';

export interface Session {
	readonly operation: Operation;
	/** What the platform refused of the node's own choices. */
	readonly refused: RefusedChoices;
	/** The connection for an item, whose credential it may be. `maxWait` is in seconds. */
	api(itemIndex: number, maxWait: number | undefined): Promise<Api>;
	/** Look-ups, remembered for the whole execution. */
	lookup(api: Api): Omit<Lookup, 'values'>;
}

/**
 * Finds the operation and refuses a credential kind that it does not take, before anything is sent.
 *
 * @throws NodeOperationError that names the kinds that work and the scopes they need.
 */
export function openSession(context: IExecuteFunctions, spec: NodeSpec): Session {
	const first = itemParameters(context, 0);
	const [resource, name] = [asText(first('resource')), asText(first('operation'))];
	const operation = findOperation(spec, resource, name);
	if (!operation)
		throw new NodeOperationError(context.getNode(), `There is no operation "${name}" of "${resource}"`, {
			description: 'Choose the resource and the operation again',
		});
	const kind = chosenKind(spec, first);
	refuseWrongKind(context, spec, operation, kind);

	const nameField = fieldNamer(operation, spec);
	const refusals: AuthFailureCounter = { count: 0 };
	const found = new RequestMemo();
	return {
		operation,
		refused: new RefusedChoices(),
		api: (itemIndex, maxWait) =>
			connect(context, {
				kind,
				itemIndex,
				refusals,
				scopes: operation.auth.scopes,
				host: chosenHost(context.getNode(), spec, itemParameters(context, itemIndex), operation, itemIndex),
				explain: (failure) => spec.explain?.(nameField(failure)) ?? nameField(failure),
				...(maxWait !== undefined && { maxWait }),
			}),
		lookup: (api) => ({
			api,
			ownUserId: () => found.get('me', () => findOwnId(context, api)),
			userId: (username) =>
				found.get(`@${username.toLowerCase()}`, () =>
					findId(
						context,
						api,
						`/2/users/by/username/${encodeRfc3986(username)}`,
						`The platform knows no user @${username}`,
						'Check the spelling. The account may also be suspended or renamed.',
					),
				),
		}),
	};
}

function refuseWrongKind(
	context: IExecuteFunctions,
	spec: NodeSpec,
	{ auth, name }: Operation,
	kind: CredentialKind,
): void {
	if (auth.kinds.includes(kind)) return;
	const working = auth.kinds.map((each) => spec.authentication[each]).filter((each) => each !== undefined);
	const scopes =
		auth.kinds.includes('oAuth2') && auth.scopes.length > 0
			? ` With OAuth 2.0 it needs the scopes ${auth.scopes.join(', ')}.`
			: '';
	throw new NodeOperationError(
		context.getNode(),
		`The operation "${name}" does not work with ${spec.authentication[kind] ?? kind}`,
		{
			description: `Choose a credential of another type: ${working.join(' or ')}.${scopes} Nothing was sent.`,
		},
	);
}

/**
 * The ID of the authenticated user.
 *
 * @throws NodeOperationError with the platform's reason where it does not say.
 */
export const findOwnId = (context: ApiContext, api: Api): Promise<string> =>
	findId(
		context,
		api,
		'/2/users/me',
		'The platform does not say who the authenticated user is',
		'Check that the account is in good standing, and the Base URL in the credential.',
	);

async function findId(
	context: ApiContext,
	api: Api,
	path: string,
	missing: string,
	advice: string,
): Promise<string> {
	const { body } = await api.send({ method: 'GET', path });
	const id: unknown = get(body, 'data.id');
	if (typeof id === 'string' && id !== '') return id;
	const [reason] = partialErrors(body).flatMap(({ detail, message }) => asText(detail ?? message) || []);
	throw new NodeOperationError(context.getNode(), missing, {
		description: reason === undefined ? advice : `${reason.replace(/\.$/, '')}. ${advice}`,
	});
}
