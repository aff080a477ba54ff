import { randomBytes } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { CREDENTIAL_TYPES } from '../../scripts/runtime/credentials';
import { readExample } from '../../scripts/examples';
import { errorOf, outputOf, type Workflow } from '../../scripts/runtime/types';
import { ME } from '../simulator/identities';
import { ADA } from '../support/ada';
import { makeBot } from '../support/keysProgram';
import { chain, ours, useStage } from './support/stage';
import { useEditor } from './support/useEditor';

interface Said {
	readonly id: string;
	readonly conversation: string;
}

describe('X Chat', () => {
	const stage = useStage();
	const openEditor = useEditor(stage);

	const say = async (text: string) =>
		(await stage().sim.control('chat', 'say', { from: ADA, to: ME.id, text })) as Said;
	const readByAda = async (conversation: string) =>
		(await stage().sim.control('chat', 'read', { user: ADA, conversation })) as IDataObject[];

	/** An operation of X Chat. */
	const node = (
		operation: string,
		parameters: object,
		credential = stage().credential(CREDENTIAL_TYPES.oAuth2),
	) =>
		ours(
			'xChat',
			'Chat',
			{ authentication: 'oAuth2', resource: 'message', operation, ...parameters },
			credential,
		);

	it('answers encrypted messages, which are in the output in plain text', async () => {
		const { client, credentials, sim } = stage();
		const saved = await client.createWorkflow(await readExample('chat-answer-messages.json'), credentials);
		await client.activate(saved);
		const { conversation } = await say('Where is my order?');
		const { id } = await client.firstExecution(saved.id);
		const execution = await client.finishedExecution(id);
		await client.deactivate(saved);
		expect(errorOf(execution)).toBeUndefined();
		expect(outputOf(execution, 'Encrypted message')).toMatchObject([
			{ kind: 'message', text: 'Where is my order?', verified: true, sender_id: ADA },
		]);
		const answers = (await readByAda(conversation)).filter(({ from }) => from === ME.id);
		expect(answers).toMatchObject([{ first: 'Thank you for your message! We answer within a day.' }]);
		// What went over the wire was encrypted.
		const sent = sim.requests
			.filter(({ method }) => method === 'POST')
			.map(({ body }) => JSON.stringify(body));
		expect(sent.join()).not.toContain('Thank you');
	});

	it('lets a bot answer, with its token and the keys that the program made', async () => {
		const { client, sim } = stage();
		const bot = await makeBot(sim.baseUrl, 'acme_helper');
		const { baseUrl, adsUrl, adsSandboxUrl } = sim;
		const token = { baseUrl, adsUrl, adsSandboxUrl, ...bot.credentials.xAccessTokenApi };
		const credentials = [
			await client.saveCredential({ name: 'Bot', type: CREDENTIAL_TYPES.accessToken, data: token }),
		];
		// The example, with the credential of a bot in place of that of a person.
		const text = JSON.stringify(await readExample('chat-answer-messages.json'));
		const ofBot = text
			.replaceAll('"authentication":"oAuth2"', '"authentication":"accessToken"')
			.replaceAll('xUserOAuth2Api', CREDENTIAL_TYPES.accessToken);
		const saved = await client.createWorkflow(JSON.parse(ofBot) as Workflow, credentials);
		await client.activate(saved);
		const { conversation } = (await sim.control('chat', 'say', {
			from: ADA,
			to: bot.id,
			text: 'Are you a bot?',
		})) as Said;
		const { id } = await client.firstExecution(saved.id);
		const execution = await client.finishedExecution(id);
		await client.deactivate(saved);
		expect(errorOf(execution)).toBeUndefined();
		expect(outputOf(execution, 'Encrypted message')).toMatchObject([
			{ text: 'Are you a bot?', verified: true },
		]);
		const answers = (await readByAda(conversation)).filter(({ from }) => from === bot.id);
		expect(answers).toMatchObject([{ first: 'Thank you for your message! We answer within a day.' }]);
	});

	it.each([
		['none', randomBytes(20).toString('base64'), 'must have 64 bytes in Base64, and have 20'],
		['those of somebody else', '', 'The private keys are not those of this account'],
	])('says so where the private keys are %s', async (_what, blob, message) => {
		const { client, run, sim } = stage();
		const others = (await sim.control('chat', 'privateKeys', { user: ADA })) as { privateKeys: string };
		const privateKeys = blob || others.privateKeys;
		const { baseUrl, adsUrl, adsSandboxUrl } = sim;
		const wrong = await client.saveCredential({
			name: 'Wrong',
			type: CREDENTIAL_TYPES.accessToken,
			data: {
				baseUrl,
				adsUrl,
				adsSandboxUrl,
				accessToken: ME.oauth2AccessToken,
				useForChat: true,
				privateKeys,
			},
		});
		const { conversation } = await say('For Acme only');
		const form = { authentication: 'accessToken', id: { __rl: true, mode: 'id', value: conversation } };
		const read = node('getEvents', form, wrong);
		const execution = await run(chain('Wrong keys', read));
		expect(errorOf(execution)?.message).toContain(message);
		expect(JSON.stringify(execution)).not.toContain('For Acme only');
		expect(JSON.stringify(execution)).not.toContain(privateKeys);
	});

	it('is found by searching, and sends a message to a conversation chosen by the name of who is in it', async () => {
		const { client } = stage();
		const { conversation } = await say('Hello');
		const workflow = await client.createWorkflow(chain('Chat in the editor'));
		const opened = await openEditor();
		const { page } = opened;
		await opened.openWorkflow(workflow.id);
		await page.getByTestId('node-creator-plus-button').first().click();
		await page.getByTestId('node-creator-search-bar').fill('x chat');
		await page.getByTestId('node-creator-node-item').filter({ hasText: 'X Chat' }).first().waitFor();
		await opened.picture('chat-search');
		await client.deleteWorkflow(workflow.id);

		const send = node('send', { id: { __rl: true, mode: 'list', value: '' }, text: 'Good morning' });
		const form = await openEditor(chain('Send in the editor', send), 'Chat');
		await form.picture('chat-send-empty');
		await form.page.getByTestId('rlc-input').first().click();
		await form.page.getByTestId('rlc-item').first().waitFor();
		await form.picture('chat-send-list');
		await form.page.getByTestId('rlc-item').filter({ hasText: '@' }).first().click();
		await form.executeOpenNode();
		await form.output.getByText('message_id').first().waitFor();
		await form.picture('chat-send-done');
		const said = (await readByAda(conversation)).filter(({ from }) => from === ME.id);
		expect(said.at(-1)).toMatchObject({ first: 'Good morning' });
	});

	it('shows the events of a conversation in plain text', async () => {
		const { conversation } = await say('Is this safe?');
		const read = node('getEvents', { id: { __rl: true, mode: 'id', value: conversation } });
		const opened = await openEditor(chain('Events in the editor', read), 'Chat');
		await opened.executeOpenNode();
		await opened.output.getByText('Is this safe?').first().waitFor();
		await opened.picture('chat-events');
	});
});
