/** This file checks the node's credential and returns rows: n8n's own test sees little of it, and none of OAuth 2.0. */
import { get } from 'lodash';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { CREDENTIALS } from '../../shared/auth/credentialKinds';
import { hasChatPart, hasEventsPart } from '../../shared/auth/parts';
import { chatSession, type Send } from '../../shared/chat/trust/session';
import { causes } from '../../shared/errors';
import { MAX_WAIT_MANUAL } from '../../shared/fields';
import { connect } from '../../shared/http/connection';
import type { Call } from '../../shared/operation/operation';
import { messageOf } from '../../shared/util/messageOf';
import { asText, isBlank } from '../../shared/util/text';

interface Row {
	readonly check: string;
	readonly state: 'ok' | 'warn' | 'fail';
	readonly detail: string;
	/** The advice. Is empty if there is nothing to do. */
	readonly advice: string;
}

type Checked = Omit<Row, 'check'>;

const ok = (detail: string, advice = ''): Checked => ({ state: 'ok', detail, advice });
const warn = (detail: string, advice: string): Checked => ({ state: 'warn', detail, advice });
const fail = (detail: string, advice: string): Checked => ({ state: 'fail', detail, advice });

const ON =
	'X Stream Trigger, X Webhook Trigger and operations of the app need it: Use for Streams and Webhooks, in the credential';

/** Makes a row for each part of the credential. */
export async function credentialRows(call: Call): Promise<INodeExecutionData[]> {
	const { api, context, itemIndex } = call;
	const credentials = await context.getCredentials<IDataObject>(CREDENTIALS[api.kind].type, itemIndex);
	const checks: Record<string, () => Promise<Checked> | Checked> = {
		Account: async () => await account(call),
		Scopes: () => scopes(call, credentials),
		'App Token': async () => await appToken(call, credentials),
		'Webhook Secret': () => webhookSecret(call, credentials),
		'Chat Keys': async () => await chatKeys(call, credentials),
	};
	const items: INodeExecutionData[] = [];
	for (const [check, look] of Object.entries(checks)) {
		const row = await Promise.resolve()
			.then(look)
			.catch((error: unknown) => fail(messageOf(error), adviceOf(error)));
		items.push(call.item({ check, ...row }));
	}
	return items;
}

const adviceOf = (error: unknown): string =>
	causes(error)
		.map(({ description }) => asText(description))
		.find((description) => description !== '') ?? '';

async function account(call: Call): Promise<Checked> {
	if (call.api.kind === 'app') return ok('The app itself, without a user');
	const body = await call.send({ method: 'GET', path: '/2/users/me' });
	return ok(`@${asText(get(body, 'data.username'))} (ID ${asText(get(body, 'data.id'))})`);
}

function scopes({ api }: Call, { oauthTokenData }: IDataObject): Checked {
	if (api.kind !== 'oAuth2') return ok('Not visible from here: only a connection of OAuth 2.0 lists them');
	const granted = asText(get(oauthTokenData, 'scope'));
	if (granted === '') return warn('X did not list them', 'Connect the credential again');
	if (granted.split(' ').includes('offline.access')) return ok(granted);
	return warn(
		granted,
		'Without offline.access the connection ends after two hours: connect the credential again',
	);
}

/** Checks whether X takes the app's token. It asks for the usage, which costs nothing. */
async function appToken(
	{ api, context, itemIndex, options }: Call,
	credentials: IDataObject,
): Promise<Checked> {
	if (!hasEventsPart(api.kind, credentials)) return ok('None', ON);
	const app = await connect(context, {
		kind: 'app',
		holder: api.kind,
		itemIndex,
		maxWait: options.maxWait ?? MAX_WAIT_MANUAL,
	});
	await app.send({ method: 'GET', path: '/2/usage/tweets' });
	return ok('X takes it');
}

function webhookSecret({ api }: Call, credentials: IDataObject): Checked {
	if (!hasEventsPart(api.kind, credentials)) return ok('None', ON);
	const names = { clientSecret: 'Client Secret', consumerSecret: 'Consumer Secret' };
	const found = Object.entries(names).filter(([field]) => !isBlank(credentials[field]));
	if (found.length === 0)
		return warn('None', 'X Webhook Trigger checks with it what arrives: enter the Client Secret of the app');
	return ok(found.map(([, name]) => name).join(', '), 'X checks it when a workflow is published');
}

/** Checks whether X has the public halves of the keys. */
async function chatKeys(call: Call, credentials: IDataObject): Promise<Checked> {
	const { api, context, lookup } = call;
	const send: Send = async (request) => await call.send(request);
	if (api.kind === 'app') return ok('None', 'Encrypted chat belongs to a user');
	if (!hasChatPart(credentials))
		return ok('None', 'Only encrypted chat needs them: Use for Encrypted Chat, in the credential');
	const session = chatSession(context, api.kind, lookup.ownUserId);
	const holder = await session.writer(send);
	const newest = (await session.know(send, [holder.userId])).newest(holder.userId)?.public_key_version;
	return newest === undefined || newest === holder.version
		? ok(`Registered on X as version ${holder.version}`)
		: warn(
				`Of version ${holder.version}, and the newest on X is ${newest}`,
				'Messages are encrypted for the newest keys: enter those in the credential',
			);
}
