import { fc } from '../../support/properties';

import { responseToken, sign, signatureHeader, verify } from '../../../nodes/XWebhookTrigger/signature';

describe('answer to the challenge', () => {
	it('gives the documented answer for a known secret and token', () => {
		expect(responseToken('challenge_string', 'secret')).toBe(
			'sha256=KVLX9CEwUdVdeJfmJAnltj/knkdCqwZJlA1u97xbErw=',
		);
	});

	it('refuses to answer without a secret', () => {
		expect(() => responseToken('challenge_string', '')).toThrow(RangeError);
	});
});

describe('signature of a delivery', () => {
	const body = Buffer.from('challenge_string');
	// The same construction as the challenge, so the documented vector holds for it too.
	const good = 'sha256=KVLX9CEwUdVdeJfmJAnltj/knkdCqwZJlA1u97xbErw=';

	it.each([
		['the current secret', ['secret'], 'valid'],
		['the previous secret while rotating', ['new-secret', 'secret'], 'valid'],
		['another secret', ['other'], 'wrong'],
		['no secret', [], 'noSecret'],
		['empty secrets', ['', undefined], 'noSecret'],
	])('is judged with %s', (_name, secrets, verdict) => {
		expect(verify(body, good, secrets)).toBe(verdict);
	});

	it.each([
		['no header', undefined, 'missing'],
		['an empty header', '', 'missing'],
		['another algorithm', 'sha1=KVLX9CEwUdVdeJfmJAnltj/knkdCqwZJlA1u97xbErw=', 'malformed'],
		['no prefix', 'KVLX9CEwUdVdeJfmJAnltj/knkdCqwZJlA1u97xbErw=', 'malformed'],
		['a truncated value', 'sha256=KVLX9CEwUdVdeJfmJAnltj', 'malformed'],
		['hexadecimal', `sha256=${'ab'.repeat(32)}`, 'malformed'],
		['two values', `${good},${good}`, 'malformed'],
		['one changed character', good.replace('KVLX', 'KVLY'), 'wrong'],
	])('with %s is refused', (_name, header, verdict) => {
		expect(verify(body, header, ['secret'])).toBe(verdict);
	});

	it('covers the bytes, not the text they decode to', () => {
		const bytes = Buffer.from([0x7b, 0xff, 0xfe, 0x7d]);
		expect(verify(bytes, sign(bytes, 'secret'), ['secret'])).toBe('valid');
		expect(verify(Buffer.from(bytes.toString('utf8')), sign(bytes, 'secret'), ['secret'])).toBe('wrong');
	});

	it('breaks when any single byte of any body changes', () => {
		fc.assert(
			fc.property(fc.uint8Array({ minLength: 1, maxLength: 400 }), fc.nat(), (bytes, at) => {
				const header = sign(bytes, 'secret');
				const changed = Uint8Array.from(bytes);
				changed[at % bytes.length] = (changed[at % bytes.length] ?? 0) ^ 1;
				return (
					verify(bytes, header, ['secret']) === 'valid' && verify(changed, header, ['secret']) === 'wrong'
				);
			}),
			{ numRuns: 50 },
		);
	});
});

describe('signature header', () => {
	it.each(['x-twitter-webhooks-signature', 'x-service-webhooks-signature', 'X-Twitter-Webhooks-Signature'])(
		'is found as %s',
		(name) => {
			expect(signatureHeader({ host: 'n8n.example.com', [name]: 'sha256=abc' })).toBe('sha256=abc');
		},
	);

	it('is not taken from a repeated header or from another one', () => {
		expect(signatureHeader({ 'x-twitter-webhooks-signature': ['a', 'b'] })).toBeUndefined();
		expect(signatureHeader({ 'x-hub-signature-256': 'sha256=abc' })).toBeUndefined();
	});
});
