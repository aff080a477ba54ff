/** Identifiers against the hashes that the documentation and other implementations give, and what is refused. */
import { InvalidValue } from '../../../nodes/shared/operation/operation';
import { asText } from '../../../nodes/shared/util/text';
import {
	identifiers,
	IDENTIFIERS,
	toIdentifier,
	toIdentifiers,
	type IdentifierKind,
} from '../../../nodes/shared/ads/identifiers';

/** Documented on https://docs.x.com/x-ads-api/measurement/web-conversions and https://docs.x.com/x-ads-api/audiences. */
const DOCUMENTED = {
	email: 'e586883b2b4faf78d48300a79e0e15138d664cdf796ffb86e533170a9893eda8',
	phone: '1fa6b8d986d9b9cd01bf36951815158bbde9f520c0567c835dfe34783d0a4231',
	handle: '49e0be2aeccfb51a8dee4c945c8a70a9ac500cf6f5cb08112575f74db9b1470d',
};

/** sha256sum of GNU coreutils over the documented normal forms. */
const COMPUTED = {
	userId: '617b8747525a154b1ecf75a42d883df00e0dd6d0f981bea57ac7bdce73e57eae',
	idfa: '225859d35b46df63b4fb381eb3f815b2ef4620bec0a79f2115a6a3eb71a5fa1a',
	android: '38bb33cb239524887c276ca99f9a077bc7161629804b914f4fd52e19dcffe92c',
};

it.each<[IdentifierKind, unknown, string]>([
	['email', 'test-email@test.com', DOCUMENTED.email],
	['email', '  Test-Email@TEST.com \n', DOCUMENTED.email],
	['email', '\u200btest-email@test.com\u202c', DOCUMENTED.email],
	['email', 'mailto:test-email@test.com', DOCUMENTED.email],
	['email', DOCUMENTED.email, DOCUMENTED.email],
	['email', ` ${DOCUMENTED.email.toUpperCase()}`, DOCUMENTED.email],
	['phone_number', '+11234567890', DOCUMENTED.phone],
	['phone_number', '+1 (123) 456-7890', DOCUMENTED.phone],
	['phone_number', '001 123.456.7890', DOCUMENTED.phone],
	['phone_number', '\u202a+1 123\u2011456\u20137890\u202c', DOCUMENTED.phone],
	['phone_number', 'tel:+1-(0)123-456-7890', DOCUMENTED.phone],
	['phone_number', '＋１１２３４５６７８９０', DOCUMENTED.phone],
	['handle', '@AdsAPI', DOCUMENTED.handle],
	['handle', ' adsapi', DOCUMENTED.handle],
	['twitter_id', '143567', COMPUTED.userId],
	['twitter_id', 143567, COMPUTED.userId],
	['twitter_id', 143567n, COMPUTED.userId],
	['device_id', '4B61639E-47CC-4056-A16A-C8217E029462', COMPUTED.idfa],
	['device_id', 'af3802a465767e36', COMPUTED.android],
	['partner_user_id', ' Customer, 4711 ', 'Customer, 4711'],
	['twclid', '23opevjt88psuo13lu8d020qkn', '23opevjt88psuo13lu8d020qkn'],
])('%s %j is %s', (kind, value, expected) => {
	expect(toIdentifier(kind, value)).toBe(expected);
});

it.each<[IdentifierKind, unknown, string]>([
	['email', 'name at example.com', 'pattern'],
	['email', 'Secret <secret@example.com>', 'pattern'],
	['email', 'secret@localhost', 'pattern'],
	['email', '5d41402abc4b2a76b9719d911017c592', 'sha256'],
	['email', 'aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d', 'sha256'],
	['email', { address: 'secret@example.com' }, 'type'],
	['email', true, 'type'],
	['phone_number', '0170 1234567', 'pattern'],
	['phone_number', 4_917_012_345_678, 'pattern'],
	['phone_number', '+0170 1234567', 'pattern'],
	['phone_number', '+1 123 456 7890 ext. 12', 'pattern'],
	['phone_number', '+12345678901234567', 'pattern'],
	['handle', 'secret name', 'pattern'],
	['handle', 'a'.repeat(16), 'pattern'],
	['handle', 'undefined', 'spoiled'],
	['handle', 'NaN', 'spoiled'],
	['partner_user_id', 'null', 'spoiled'],
	['partner_user_id', 'customer-[object Object]', 'spoiled'],
	['twclid', 'undefined', 'spoiled'],
	['twitter_id', 1_234_567_890_123_456_789, 'exact'],
	['twitter_id', '12345678901234567890', 'pattern'],
	['twitter_id', 'secret', 'pattern'],
	['device_id', '00000000-0000-0000-0000-000000000000', 'pattern'],
	['device_id', '4b61639e47cc4056a16ac8217e029462', 'pattern'],
	['partner_user_id', ' ', 'pattern'],
	['twclid', DOCUMENTED.email, 'pattern'],
])('%s %j breaks the rule %s, and is not repeated', (kind, value, rule) => {
	let error: unknown;
	try {
		toIdentifier(kind, value);
	} catch (thrown) {
		error = thrown;
	}
	expect(error).toBeInstanceOf(InvalidValue);
	const { rule: broken, text } = error as InvalidValue;
	expect(broken).toBe(rule);
	const written = asText(value)
		.replace(/.*secret.*/, 'secret')
		.trim();
	if (written !== '') expect(text).not.toContain(written);
});

describe('a cell', () => {
	it('may hold several', () => {
		const both = [DOCUMENTED.handle, expect.stringMatching(/^[0-9a-f]{64}$/)];
		expect(toIdentifiers('handle', 'AdsAPI, @other')).toEqual(both);
		expect(toIdentifiers('handle', ['adsapi', 'other'])).toEqual(both);
		expect(toIdentifiers('handle', 'adsapi;other\nAdsAPI;')).toEqual(both);
		expect(toIdentifiers('partner_user_id', 'a, b')).toEqual(['a, b']);
	});

	it.each([[''], [' '], [null], [undefined], [[]], [[null, '']], [' ,;\n'], ['\u200b']])(
		'with %j holds none',
		(value) => {
			expect(toIdentifiers('email', value)).toEqual([]);
		},
	);
});

it('is a field of a form', () => {
	const context = { timezone: 'UTC' };
	expect(identifiers('handle').encode('adsapi', context)).toEqual([DOCUMENTED.handle]);
	expect(identifiers('handle').encode(null, context)).toBeUndefined();
});

it.each(Object.entries(IDENTIFIERS))('the example of %s is one', (kind, { example }) => {
	expect(toIdentifier(kind as IdentifierKind, example)).not.toBe('');
});

it.each([
	// Numbers for examples in North America, Britain (Ofcom) and Germany, and others as people there write them.
	['(415) 555-0123', 'US', '+14155550123'],
	['1-415-555-0123', 'CA', '+14155550123'],
	['020 7946 0123', 'GB', '+442079460123'],
	['(0)20 7946 0123', 'GB', '+442079460123'],
	['0170 1234567', 'DE', '+491701234567'],
	['06 1234 5678', 'IT', '+390612345678'],
	['612 34 56 78', 'ES', '+34612345678'],
	['8 (912) 345-67-89', 'RU', '+79123456789'],
	['06 20 123 4567', 'HU', '+36201234567'],
	['090-1234-5678', 'JP', '+819012345678'],
	['98765 43210', 'IN', '+919876543210'],
	['79123456789', 'RU', '+79123456789'],
	['5511912345678', 'BR', '+5511912345678'],
	['55 99123-4567', 'BR', '+5555991234567'],
	['+49 170 1234567', 'US', '+491701234567'],
	['0049 170 1234567', 'US', '+491701234567'],
])('a phone number %j of %s is %s', (written, country, expected) => {
	expect(toIdentifier('phone_number', written, country)).toBe(toIdentifier('phone_number', expected));
});

it.each([
	['491701234567', 'DE'],
	['919876543210', 'IN'],
	['41791234567', 'CH'],
	['380501234567', 'UA'],
])('the phone number %j of %s, which may have its country code, is refused', (written, country) => {
	expect(() => toIdentifier('phone_number', Number(written), country)).toThrow('with + and the country code');
});
