/** @jest-environment ./test/support/environment.ts */
import type { IDataObject } from 'n8n-workflow';
import { ME } from '../../simulator/identities';
import { peopleOf } from '../../simulator/people';
import { host } from '../../support';
import type { Trigger } from '../../support/webhookTrigger';
import { turns } from '../../support/waits';
import { until } from '../../support/webhookReceiver';
import { ELSEWHERE, itemsOf, useWorld } from './world';

const world = useWorld();

const HOUR = 3_600_000;

/** Connects the credential with the account of another person. */
async function reconnect(trigger: Trigger): Promise<string> {
	const { platform } = world().sim;
	const { first } = peopleOf(platform);
	const { access_token } = platform.credentials.grant(first.id, undefined, 1e9);
	await trigger.setCredential('xUserOAuth2Api', { oauthTokenData: { access_token } });
	return first.id;
}

const usersOf = () =>
	world()
		.events.inventory()
		.activity.map(({ filter }) => filter.user_id);

const MENTIONS = { eventTypes: ['post.mention.create'], authentication: 'oAuth2', userIds: '' };

describe('another account behind the credential', () => {
	it.each(['init', 'update'] as const)(
		'is noticed when n8n activates the workflow (%s)',
		async (activation) => {
			const { openActive } = world();
			const trigger = await openActive({ parameters: MENTIONS });
			expect(usersOf()).toEqual([ME.id]);
			const other = await reconnect(trigger);
			const { lines, stop } = host().services.recordLog(['warn']);
			await trigger.activate(false, activation);
			stop();
			expect(usersOf()).toEqual([other]);
			expect(lines.filter((line) => line.includes(`user ${other}, before: ${ME.id}`))).toHaveLength(1);
		},
	);

	it.each([
		['while the workflow is published', false],
		['while it receives through the webhook of another workflow', true],
	])('is noticed within a day, %s', async (_, isGuest) => {
		const { openActive, events, front } = world();
		const { clock } = world().sim.platform;
		clock.stop();
		const stopReading = host().readClock(() => clock.now());
		const held = host().holdTime(async (milliseconds) => {
			clock.advance(milliseconds);
			await turns();
		});
		let parameters: IDataObject = MENTIONS;
		if (isGuest) {
			await openActive({ parameters: { ...ELSEWHERE, options: { share: true } } });
			const id = events.inventory().webhooks[0]?.id ?? '';
			const webhookId = { __rl: true, mode: 'id', value: id };
			parameters = { ...MENTIONS, options: { internalUrl: front, webhookId } };
		}
		const trigger = await openActive({ parameters, ...(isGuest && { origin: 'https://other.example.com' }) });
		const other = await reconnect(trigger);
		for (let hour = 0; hour < 25; hour++) await held.advance(HOUR);
		// To join another workflow takes time that is not held.
		await until(() => usersOf().join() === other);
		held.release();
		stopReading();
		expect(usersOf()).toEqual([other]);
		const filter = { user_id: other };
		await events.deliver(events.build('post.mention.create', { actor: ME, text: 'Hello' }), { filter });
		expect((await trigger.executed(1)).flatMap(itemsOf)).toHaveLength(1);
	});
});
