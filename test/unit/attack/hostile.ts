/** Values that someone sends on purpose, made from a seed so that a failure comes again. */

/** What means something to an address, a header, a parser, JavaScript or an interpreter of expressions. */
const HOSTILE_TEXTS: readonly string[] = [
	...(
		'.. . ../ ../../2/users/me ..%2f.. %2e%2e %2e%2e%2f ..\\ ..;/ / // /// //evil.example ' +
		'\\\\evil.example @evil.example :80@evil.example https://evil.example/2/users ?a=b #frag ? # & &x=1 = ' +
		'; % %00 %zz %0d%0a {id} { } * __proto__ constructor prototype constructor.prototype.polluted ' +
		'__proto__.polluted toString {"__proto__":{"polluted":true}} ' +
		'{"constructor":{"prototype":{"polluted":true}}} [] {} null \ud800 \udfff \u202e ä 日本 👍🏽 ．．／ ﹒﹒ ℀ ⅰ ' +
		'${7*7} $(id) <script> %s%n 1e999 -1 NaN 0 1 00 0x10 1,2 1/2 1?x=1 1#x 1/../2 1%2f2 ,,'
	).split(' '),
	'\r\nHost: evil.example',
	'\n',
	'\r',
	'\0',
	'\t',
	'a\r\n\r\nGET / HTTP/1.1',
	'\u2028',
	'\u2029',
	'\u0085',
	'\ufeff',
	'\u0000',
	'\u0301'.repeat(40),
	'={{ $env }}',
	'{{ 7*7 }}',
	'`id`',
	"' OR '1'='1",
	'9'.repeat(19),
	'9'.repeat(400),
	' 1 ',
	'a'.repeat(10_000),
	'['.repeat(5_000),
	'{"a":'.repeat(2_000),
	' ',
	'',
];

/** One of a list. */
export const pick = <T>(random: () => number, list: readonly T[]): T =>
	list[Math.floor(random() * list.length)] as T;

/** A text: a hostile one, two of them, or some characters of any kind. */
export function hostileText(random: () => number): string {
	const kind = random();
	if (kind < 0.6) return pick(random, HOSTILE_TEXTS);
	if (kind < 0.85) return pick(random, HOSTILE_TEXTS) + pick(random, HOSTILE_TEXTS);
	const length = Math.floor(random() * 12);
	return String.fromCharCode(
		...Array.from({ length }, () => Math.floor(random() * (kind < 0.95 ? 0x80 : 0x10000))),
	);
}

/** A value of any type, as an expression may give it. */
export function hostileValue(random: () => number, depth = 0): unknown {
	const kind = random();
	if (depth > 2 || kind < 0.55) return hostileText(random);
	if (kind < 0.6)
		return pick(random, [0, -1, 1, 1.5, NaN, Infinity, 2 ** 53, 1e308, true, false, null, undefined]);
	if (kind < 0.7)
		return {
			__rl: true,
			mode: pick(random, ['id', 'url', 'list', 'username', '__proto__']),
			value: hostileText(random),
		};
	if (kind < 0.8)
		return Array.from({ length: Math.floor(random() * 4) }, () => hostileValue(random, depth + 1));
	if (kind < 0.85)
		return JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}');
	const entries = Array.from(
		{ length: Math.floor(random() * 4) },
		() => [hostileText(random), hostileValue(random, depth + 1)] as const,
	);
	return Object.fromEntries(entries);
}

/** What every object has, as it should be; pollution shows in it. */
export const polluted = (): unknown[] => [
	...Object.keys(Object.prototype),
	...Object.keys(Array.prototype),
	...['polluted', 'a', '0'].filter((name) => name in {}),
];
