import { sign } from '../../simulator/webhooks';
import { WEBHOOK_ADDRESS, useStage } from './stage';

const stage = useStage();

const create = async (url: string, authorization?: string) =>
	await stage.ask('POST', '/2/webhooks', { url }, authorization);

it('signs as the documented vector says', () => {
	expect(sign('secret', 'challenge_string')).toBe('sha256=KVLX9CEwUdVdeJfmJAnltj/knkdCqwZJlA1u97xbErw=');
});

it('registers an address while its callback answers the challenge, and lists and removes it', async () => {
	const created = await create(WEBHOOK_ADDRESS);
	expect(created).toMatchObject({
		status: 200,
		body: { data: { id: expect.stringMatching(/^\d{1,19}$/) as string, url: WEBHOOK_ADDRESS, valid: true } },
	});
	expect(stage.receiver.challenges).toBe(1);

	const { id } = (created.body as { data: { id: string } }).data;
	expect((await stage.ask('GET', '/2/webhooks')).body).toEqual({
		data: [{ id, url: WEBHOOK_ADDRESS, valid: true, created_at: expect.any(String) as string }],
		meta: { result_count: 1 },
	});
	expect((await stage.ask('GET', '/2/webhooks?webhook_config.fields=id,valid')).body).toMatchObject({
		data: [{ id, valid: true }],
	});
	expect((await stage.ask('DELETE', `/2/webhooks/${id}`)).body).toEqual({ data: { deleted: true } });
	expect((await stage.ask('GET', '/2/webhooks')).body).toEqual({ data: [], meta: { result_count: 0 } });
});

it.each([
	['no https', 'http://n8n.example/x'],
	['a port', 'https://n8n.example:8443/x'],
	['the default port, written out', 'https://n8n.example:443/x'],
	['a loopback name', 'https://localhost/x'],
	['a loopback address', 'https://127.0.0.1/x'],
	['a private address', 'https://192.168.1.4/x'],
	['a name without a dot', 'https://n8n/x'],
	['more than 200 characters', `https://n8n.example/${'x'.repeat(181)}`],
	['no address at all', 'nonsense'],
])('refuses %s with UrlValidationFailed', async (_what, url) => {
	const refused = await create(url);
	expect(refused.status).toBe(400);
	expect(JSON.stringify(refused.body)).toContain('UrlValidationFailed');
	expect(stage.receiver.challenges).toBe(0);
});

it.each([
	['a wrong token', { status: 200, body: '{"response_token":"sha256=AAAA"}' }],
	['an empty 200', { status: 200, body: '' }],
	['a redirect', { status: 302, headers: { location: 'https://elsewhere.example/' } }],
	['a 404', { status: 404 }],
	['a 500', { status: 500 }],
	['a closed connection', 'hangUp'],
] as const)('refuses a callback that answers %s with CrcValidationFailed', async (_what, answer) => {
	stage.receiver.onChallenge = () => answer;
	const refused = await create(WEBHOOK_ADDRESS);
	expect(refused.status).toBe(400);
	expect(JSON.stringify(refused.body)).toContain('CrcValidationFailed');
	expect(stage.events.inventory().webhooks).toEqual([]);
});

it('refuses a name that nothing answers to', async () => {
	expect(JSON.stringify((await create('https://nobody.example/x')).body)).toContain('CrcValidationFailed');
});

it('refuses traffic to anything but loopback', () => {
	expect(() => stage.events.route('https://n8n.example', 'https://real.example')).toThrow('loopback');
});
