/** @jest-environment ./test/support/environment.ts */
import { useSimulator } from '../../support/simulator';
import { openTrigger } from '../../support/webhookTrigger';
import { useWorld } from './world';

const world = useWorld();
const sim = useSimulator();

describe('static data that a trigger writes in webhook()', () => {
	// StaticDataWriter exists for this alone. When this fails, n8n keeps what webhook() wrote, and it can go.
	it('n8n forgets what webhook() wrote', async () => {
		const trigger = await openTrigger({ node: 'harness.probeTrigger', parameters: {}, sim: sim() });
		try {
			await trigger.activate();
			expect((await fetch(trigger.url(), { method: 'POST', body: '{}' })).status).toBe(200);
			await trigger.executed(1);
			expect(JSON.stringify(trigger.storedStaticData)).toContain('create');
			expect(JSON.stringify(trigger.storedStaticData)).not.toContain('by webhook()');
		} finally {
			await trigger.close();
		}
	});

	it('is stored all the same when it is written until n8n has answered', async () => {
		const { events, openActive } = world();
		const trigger = await openActive();
		await events.deliver(events.build('post.create'));
		await trigger.executed(1);
		expect(trigger.storedStaticData['node:Subject']).toMatchObject({
			seen: expect.stringMatching(/^.{7}$/) as string,
		});
	});
});
