/** What is made to go wrong with an operation that works. */
import { set } from 'lodash';
import type { INodeParameters, INodeProperties } from 'n8n-workflow';
import { priceText } from '../../nodes/shared/form/operationText';
import type { Operation } from '../../nodes/shared/operation/operation';
import { ME } from '../../test/simulator/identities';
import type { Simulator } from '../../test/simulator/simulator';
import type { CredentialOverrides } from '../../test/support/credentials';
import { shown, type Form } from '../../test/support/forms';

/** An operation with the form that works. */
export interface Subject {
	readonly sim: Simulator;
	readonly form: Form;
	readonly operation: Operation;
	readonly parameters: INodeParameters;
}

/** What differs from the run that works. */
export interface Change {
	readonly parameters?: INodeParameters;
	readonly credentials?: CredentialOverrides;
}

export interface Case {
	/** What was done, in the words of the page. */
	readonly tried: string;
	/** Undefined where it cannot happen to this operation. */
	readonly change: (subject: Subject) => Change | undefined;
}

/** More than any operation sends. */
const EVERY = 1_000;

/** No word of a message: errors hide the values of a credential wherever they occur. */
const REVOKED = 'token-that-X-took-back';

const TEXTUAL = new Set<string>(['string', 'resourceLocator', 'dateTime']);

/** The value of a field, and where it is. */
function textOf(parameters: INodeParameters, name: string): [path: string, value: string] | undefined {
	const value: unknown = parameters[name];
	if (typeof value === 'string') return [name, value];
	if (typeof value !== 'object' || value === null || !('value' in value)) return undefined;
	return typeof value.value === 'string' ? [`${name}.value`, value.value] : undefined;
}

const withValue = (parameters: INodeParameters, path: string, value: unknown): INodeParameters =>
	set(structuredClone(parameters), path, value);

/** The field with which the route ends: the account is asked for by all of the advertising API. */
function namedIn({ operation, parameters }: Subject): [path: string, value: string] | undefined {
	const names = [...operation.route.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
	return names
		.reverse()
		.map((name) => textOf(parameters, name))
		.find((found) => found !== undefined && /^\w+$/.test(found[1]) && found[1] !== ME.id);
}

/** Another identifier of the same kind. */
const unknown = (id: string): string =>
	id.slice(0, -4) + (/^\d+$/.test(id) ? '9999' : 'zzzz').slice(0, Math.min(4, id.length));

const hasOption = (form: Form, name: string): boolean =>
	shown(form).some(
		(property) =>
			property.name === 'options' &&
			(property.options as INodeProperties[]).some((option) => option.name === name),
	);

/** https://docs.x.com/x-api/fundamentals/response-codes-and-errors, read 2026-11-23. */
const NO_CREDIT = {
	type: 'https://api.x.com/2/problems/credits',
	title: 'CreditsDepleted',
	detail: 'Your enrolled account does not have any credits.',
	status: 402,
};

export const CASES: readonly Case[] = [
	{
		tried: 'A required field whose expression gives nothing',
		change: ({ form, parameters }) => {
			const required = shown(form).filter(({ required: is, type }) => is && TEXTUAL.has(type));
			const [found] = required.flatMap(({ name }) =>
				[textOf(parameters, name) ?? []].filter((each) => each.length > 0),
			);
			return found?.[0] === undefined
				? undefined
				: { parameters: withValue(parameters, found[0], '={{ $json.nothing }}') };
		},
	},
	{
		tried: 'The token was revoked',
		change: () => ({
			credentials: {
				xAppApi: { bearerToken: REVOKED },
				xUserOAuth2Api: { oauthTokenData: { access_token: REVOKED, refresh_token: REVOKED } },
				xUserOAuth1Api: { accessToken: REVOKED },
				xPixelTokenApi: { pixelToken: REVOKED },
			},
		}),
	},
	{
		tried: 'The connection lacks the scopes',
		change: ({ operation: { auth }, sim, parameters }) => {
			if (!auth.kinds.includes('oAuth2') || auth.scopes.length === 0) return undefined;
			const tokens = sim.platform.credentials.grant(ME.id, ['offline.access']);
			const { access_token, refresh_token = '' } = tokens;
			return {
				parameters: { ...parameters, authentication: 'oAuth2' },
				credentials: { xUserOAuth2Api: { oauthTokenData: { access_token, refresh_token } } },
			};
		},
	},
	{
		tried: 'The ID does not exist',
		change: (subject) => {
			const found = namedIn(subject);
			return found && { parameters: withValue(subject.parameters, found[0], unknown(found[1])) };
		},
	},
	{
		tried: 'The rate limit is used up for 15 minutes, and _Max Wait_ is 0',
		change: ({ sim, form, parameters }) => {
			if (!hasOption(form, 'maxWait')) return undefined;
			sim.fail({ kind: 'rateLimited', resetIn: 900, times: EVERY });
			return { parameters: withValue(parameters, 'options.maxWait', 0) };
		},
	},
	{
		tried: 'The account has no credit',
		change: ({ sim, operation }) => {
			if (!operation.route.includes(' /2/') || priceText(operation) === undefined) return undefined;
			sim.fail({ kind: 'status', status: 402, body: NO_CREDIT, times: EVERY });
			return {};
		},
	},
	{
		tried: 'The connection is lost after X has done it',
		change: ({ sim, operation }) => {
			if (operation.route.startsWith('GET ')) return undefined;
			const [method = ''] = operation.route.split(' ');
			sim.fail({ match: { method }, kind: 'reset', after: true, times: EVERY });
			return {};
		},
	},
];
