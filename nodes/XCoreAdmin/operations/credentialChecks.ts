/** Checks what is in the credential: n8n's own test sees little of it, and none of OAuth 2.0. */
import { get } from 'lodash';
import { hasChatPart, hasEventsPart } from '../../shared/auth/parts';
import { chatSession, type Send } from '../../shared/chat/trust/session';
import { asText, isBlank } from '../../shared/util/text';
import { ok, unknown, warn, type Check } from './finding';

const ON =
	'Only X Stream Trigger and X Webhook Trigger need it: Use for Streams and Webhooks, in the credential';
const ASK = 'Switch Include What X Bills on';

export const credentialChecks: Readonly<Record<string, Check>> = {
	Account: async ({ call, isBilled }) => {
		if (call.api.kind === 'app') return ok('credential', 'The app itself, without a user');
		if (!isBilled) return unknown('x', 'Not asked: X bills the look at the account', ASK);
		const body = await call.send({ method: 'GET', path: '/2/users/me' });
		return ok('x', `@${asText(get(body, 'data.username'))} (ID ${asText(get(body, 'data.id'))})`);
	},
	Token: async ({ call, isBilled }) => {
		const { kind } = call.api;
		if (kind === 'app') return ok('credential', 'Of the app: see App Token');
		if (kind !== 'oAuth2')
			return isBilled
				? ok('credential', 'It does not end by itself; Account shows whether X takes it')
				: unknown('x', 'Only a request that X bills shows whether X takes it', ASK);
		await call.send({ method: 'GET', path: '/2/usage/credits' });
		return ok('x', 'X takes it. Until when is not visible from here: n8n renews it');
	},
	Scopes: ({ call: { api }, credentials: { oauthTokenData } }) => {
		if (api.kind !== 'oAuth2')
			return ok('credential', 'Not visible from here: only a connection of OAuth 2.0 lists them');
		const granted = asText(get(oauthTokenData, 'scope'));
		if (granted === '') return warn('credential', 'X did not list them', 'Connect the credential again');
		if (granted.split(' ').includes('offline.access')) return ok('credential', granted);
		return warn(
			'credential',
			granted,
			'Without offline.access the connection ends after two hours: connect the credential again',
		);
	},
	// The usage costs nothing.
	'App Token': async ({ asApp }) => {
		if (asApp === undefined) return ok('credential', 'None', ON);
		await asApp('/2/usage/tweets');
		return ok('x', 'X takes it');
	},
	'Webhook Secret': ({ call: { api }, credentials }) => {
		if (!hasEventsPart(api.kind, credentials)) return ok('credential', 'None', ON);
		const names = { clientSecret: 'Client Secret', consumerSecret: 'Consumer Secret' };
		const found = Object.entries(names).filter(([field]) => !isBlank(credentials[field]));
		if (found.length === 0)
			return warn(
				'credential',
				'None',
				'X Webhook Trigger checks with it what arrives: enter the Client Secret of the app',
			);
		const list = found.map(([, name]) => name).join(', ');
		return ok('credential', list, 'X checks it when a workflow is published');
	},
	// Checks whether X has the public halves of the keys.
	'Chat Keys': async ({ call, credentials, isBilled }) => {
		const { api, context, lookup } = call;
		if (api.kind === 'app') return ok('credential', 'None', 'Encrypted chat belongs to a user');
		if (!hasChatPart(credentials))
			return ok(
				'credential',
				'None',
				'Only encrypted chat needs them: Use for Encrypted Chat, in the credential',
			);
		if (!isBilled) return unknown('x', 'Not asked: X bills the look at the account', ASK);
		const send: Send = async (request) => await call.send(request);
		const session = chatSession(context, api.kind, lookup.ownUserId);
		const holder = await session.writer(send);
		const newest = (await session.know(send, [holder.userId])).newest(holder.userId)?.version;
		return newest === undefined || newest === holder.version
			? ok('x', `Registered on X as version ${holder.version}`)
			: warn(
					'x',
					`Of version ${holder.version}, and the newest on X is ${newest}`,
					'Messages are encrypted for the newest keys: enter those in the credential',
				);
	},
};
