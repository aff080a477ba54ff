import { poly1305 } from '../../../nodes/shared/vendor/ciphers';
import { fc } from '../../support/properties';
import { cases } from '../../support/cases';

const hex = (...parts: readonly string[]) => Buffer.from(parts.join(''), 'hex');
const tagOf = (key: Buffer, message: Buffer) => Buffer.from(poly1305(message, key)).toString('hex');
const [ZERO, ONES] = ['00'.repeat(16), 'ff'.repeat(16)];
const small = (byte: string) => `${byte}${'00'.repeat(15)}`;

/** https://www.rfc-editor.org/rfc/rfc8439#appendix-A.3, vectors 7 to 11: where a carry goes all the way round. */
it.each([
	['7', small('02'), ZERO, [ONES], small('03')],
	['8', small('02'), ONES, [small('02')], small('03')],
	['9', small('01'), ZERO, [ONES, `f0${'ff'.repeat(15)}`, small('11')], small('05')],
	['10', small('01'), ZERO, [ONES, `fb${'fe'.repeat(15)}`, '01'.repeat(16)], ZERO],
	['11', small('02'), ZERO, [`fd${'ff'.repeat(15)}`], `fa${'ff'.repeat(15)}`],
])('vector %s of the standard', (_number, factor, addend, message, tag) => {
	expect(tagOf(hex(factor, addend), hex(...message))).toBe(tag);
});

/** The definition of the standard, in whole numbers. */
function byDefinition(key: Buffer, message: Buffer): string {
	const number = (bytes: Buffer) => BigInt(`0x${Buffer.from(bytes).reverse().toString('hex') || '0'}`);
	const factor = number(key.subarray(0, 16)) & 0x0ffffffc0ffffffc0ffffffc0fffffffn;
	let sum = 0n;
	for (let start = 0; start < message.length; start += 16) {
		const block = Buffer.concat([message.subarray(start, start + 16), Buffer.of(1)]);
		sum = ((sum + number(block)) * factor) % (2n ** 130n - 5n);
	}
	const tag = (sum + number(key.subarray(16))) % 2n ** 128n;
	return hex(tag.toString(16).padStart(32, '0')).reverse().toString('hex');
}

it('is what the standard defines, for bytes of all kinds and for the largest limbs', () => {
	const byte = fc.oneof(fc.constantFrom(0, 1, 0xfe, 0xff), fc.nat(255));
	const bytes = (minLength: number, maxLength: number) =>
		fc.array(byte, { minLength, maxLength, size: 'max' }).map((each) => Buffer.from(each));
	fc.assert(
		fc.property(bytes(32, 32), bytes(0, 400), (key, message) => {
			expect(tagOf(key, message)).toBe(byDefinition(key, message));
		}),
		{ numRuns: cases(300, 20_000) },
	);
	const full = Buffer.alloc(100_000, 0xff);
	expect(tagOf(full.subarray(0, 32), full)).toBe(byDefinition(full.subarray(0, 32), full));
});
