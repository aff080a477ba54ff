import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type N8n, WITHOUT_EDITOR } from '../../scripts/runtime/n8n';
import { movableTime, networkCut } from '../../scripts/runtime/networkCut';
import { setStage, startN8nWithPackage, type Stage } from '../../scripts/world';
import { PATIENT_SETTINGS } from '../simulator/webhooks';

describe('A network cut of 25 hours', () => {
	let userFolder: string;
	let n8n: N8n;
	let stage: Stage;
	let time: Awaited<ReturnType<typeof movableTime>>;
	beforeAll(async () => {
		userFolder = await mkdtemp(join(tmpdir(), 'x-platform-cut-'));
		time = await movableTime(userFolder);
		n8n = await startN8nWithPackage({ userFolder, env: { ...WITHOUT_EDITOR, ...time.env } });
		stage = await setStage(n8n.url, PATIENT_SETTINGS);
	});
	afterAll(async () => {
		await n8n.stop();
		await stage.sim.close();
		await rm(userFolder, { recursive: true, force: true });
	});

	it('loses nothing that X still has, runs nothing twice, and says once what is lost', async () => {
		const { ran, wanted, told } = await networkCut(stage, n8n.url, [time], n8n.logFile);
		const xWebhookTrigger = [...wanted.xWebhookTrigger, 'eventsLost', 'replay.complete'];
		expect(ran).toEqual({ ...wanted, xWebhookTrigger });
		expect(told).toBe(1);
	});
});
