/** @jest-environment ./test/support/environment.ts */
import { host } from '../../support';
import { useSkippedWaits } from '../../support/waits';
import { useWorld } from './world';

const world = useWorld();

describe('the end of Account Activity', () => {
	useSkippedWaits(() => world().sim);
	const parameters = { authentication: 'oAuth2', eventTypes: [], otherSources: ['accountActivity'] };

	it('is in the log of n8n before it comes', async () => {
		const log = host().services.recordLog(['warn']);
		await world().openActive({ parameters });
		log.stop();
		expect(log.lines.join()).toMatch(/ends Account Activity on January 1, 2027.*"Events"/);
	});

	it('is the error when X does not know it any more', async () => {
		const { sim, open } = world();
		const trigger = await open({ parameters });
		sim.platform.clock.advance(Date.UTC(2027, 0, 1) - sim.platform.clock.now());
		const path = '/2/account_activity/webhooks/{webhook_id}/subscriptions/all';
		sim.fail({ match: { path, method: 'GET' }, kind: 'status', status: 404, times: 1 });
		await expect(trigger.activate()).rejects.toThrow(/has ended Account Activity.*"Events"/);
	});
});
