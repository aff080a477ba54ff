import { verifyWithCachedSecrets } from '../../../nodes/XWebhookTrigger/secrets';
import { sign, type Scheme, type Secrets } from '../../../nodes/XWebhookTrigger/signature';

const body = Buffer.from('{}');
let scopes = 0;

/** A credential with secrets of one kind that counts how often it is read. */
const credential = (scheme: Scheme, ...first: string[]) => {
	const scope = `node ${++scopes}`;
	const of = (...secrets: string[]): Secrets => ({ oauth2: [], oauth1: [], [scheme]: secrets });
	const state = { secrets: of(...first), reads: 0 };
	const load = () => {
		state.reads++;
		return Promise.resolve(state.secrets);
	};
	const ask = async (secret: string, now: number, header = scheme) =>
		(await verifyWithCachedSecrets(scope, body, { [header]: sign(body, secret) }, load, now)).outcome;
	return { state, ask, of };
};

describe.each(['oauth2', 'oauth1'] as const)('secrets of deliveries (%s)', (scheme) => {
	it('are read once for many deliveries, and again after ten seconds', async () => {
		const { state, ask } = credential(scheme, 'a');
		for (const now of [0, 500, 9_999]) expect(await ask('a', now)).toBe('valid');
		expect(state.reads).toBe(1);
		await ask('a', 10_000);
		expect(state.reads).toBe(2);
	});

	it('count at once when they are new, and a withdrawn one for ten seconds at most', async () => {
		const { state, ask, of } = credential(scheme, 'old');
		expect(await ask('old', 0)).toBe('valid');
		state.secrets = of('new');
		expect(await ask('new', 1_000)).toBe('valid');
		expect(await ask('old', 2_000)).toBe('wrong');

		const late = credential(scheme, 'old');
		await late.ask('old', 0);
		late.state.secrets = of('new');
		expect(await late.ask('old', 9_999)).toBe('valid');
		expect(await late.ask('old', 10_000)).toBe('wrong');
	});

	it('are read once a second in a flood of forgeries, under either header', async () => {
		const { state, ask } = credential(scheme, 'a');
		await ask('a', 0);
		for (let now = 1; now <= 3_000; now++) {
			expect(await ask('forged', now)).toBe('wrong');
			expect(await ask('forged', now, scheme === 'oauth2' ? 'oauth1' : 'oauth2')).toBe('unverifiable');
		}
		expect(state.reads).toBe(1 + 3);
	});

	it('are read at once after a wrong signature, even if they were read in this very second', async () => {
		const { state, ask, of } = credential(scheme, 'old');
		expect(await ask('old', 0)).toBe('valid');
		state.secrets = of('new');
		expect(await ask('new', 1)).toBe('valid');
		expect(state.reads).toBe(2);
	});

	it('of the other kind count as soon as they are entered', async () => {
		const { state, ask } = credential(scheme, 'a');
		const other = scheme === 'oauth2' ? 'oauth1' : 'oauth2';
		await ask('a', 0);
		expect(await ask('b', 500, other)).toBe('unverifiable');
		state.secrets = { ...state.secrets, [other]: ['b'] };
		expect(await ask('b', 1_499, other)).toBe('unverifiable');
		expect(await ask('b', 1_500, other)).toBe('valid');
	});

	it('are asked for again as long as there are none', async () => {
		const { state, ask, of } = credential(scheme);
		expect(await ask('a', 0)).toBe('noSecret');
		state.secrets = of('a');
		expect(await ask('a', 1)).toBe('valid');
	});
});
