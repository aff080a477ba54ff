import { verifyWithCachedSecrets, type Secrets } from '../../../nodes/XWebhookTrigger/secrets';
import { sign } from '../../../nodes/XWebhookTrigger/signature';

const body = Buffer.from('{}');
let scopes = 0;

/** A credential that counts how often it is read. */
const credential = (...first: [string?, string?]) => {
	const scope = `node ${++scopes}`;
	const state = { secrets: [first[0], first[1]] as Secrets, reads: 0 };
	const load = () => {
		state.reads++;
		return Promise.resolve(state.secrets);
	};
	const ask = async (secret: string, now: number) =>
		await verifyWithCachedSecrets(scope, body, sign(body, secret), load, now);
	return { state, ask };
};

describe('secrets of deliveries', () => {
	it('are read once for many deliveries, and again after ten seconds', async () => {
		const { state, ask } = credential('a');
		for (const now of [0, 500, 9_999]) expect(await ask('a', now)).toBe('valid');
		expect(state.reads).toBe(1);
		await ask('a', 10_000);
		expect(state.reads).toBe(2);
	});

	it('count at once when they are new, and a withdrawn one for ten seconds at most', async () => {
		const { state, ask } = credential('old');
		expect(await ask('old', 0)).toBe('valid');
		state.secrets = ['new', undefined];
		expect(await ask('new', 1_000)).toBe('valid');
		expect(await ask('old', 2_000)).toBe('wrong');

		const late = credential('old');
		await late.ask('old', 0);
		late.state.secrets = ['new', undefined];
		expect(await late.ask('old', 9_999)).toBe('valid');
		expect(await late.ask('old', 10_000)).toBe('wrong');
	});

	it('are not read for every one of a flood of forgeries', async () => {
		const { state, ask } = credential('a');
		await ask('a', 0);
		for (let now = 1; now < 1_000; now++) expect(await ask('forged', now)).toBe('wrong');
		expect(state.reads).toBe(1);
	});

	it('are asked for again as long as there are none', async () => {
		const { state, ask } = credential();
		expect(await ask('a', 0)).toBe('noSecret');
		state.secrets = ['a', undefined];
		expect(await ask('a', 1)).toBe('valid');
	});
});
