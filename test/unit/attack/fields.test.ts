/**
 * Every field of every operation with values that someone gives on purpose, through the engine: what is accepted goes
 * to the documented path of the host, as the value of its own parameter.
 */
import { pickBy } from 'lodash';
import { readFields } from '../../../nodes/shared/engine/values';
import { buildRequest, pathRules, splitRoute } from '../../../nodes/shared/engine/request';
import { queryString } from '../../../nodes/shared/util/text';
import { records } from '../tree/support/records';
import { hostileValue, polluted } from './hostile';
import { cases } from '../../support/cases';
import { randomFrom } from '../../support/random';
import { cpuTime, effortOf } from '../../support/effort';

const VALUES = cases(5_000, 100_000);
const HOST = 'https://api.x.com';

const all = records().flatMap(({ label, operation, sent }) =>
	sent.map(({ key, field }) => ({ label, operation, key, field })),
);

/** IDs that the engine finds itself are found later. */
const isGiven = (value: unknown) => value !== undefined && value !== null && value !== '';

/** What the path of a route may look like: one segment for each name in braces. */
const shapeOf = (template: string) =>
	new RegExp(`^${template.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{[^}]+\}/g, '[^/?#\\\\]+')}$`);

/** What is wrong with where a request would go. */
function escapes(
	template: string,
	path: string,
	pairs: readonly (readonly [string, string])[],
): string | undefined {
	const query = queryString(pairs);
	const written = `${HOST}${path}${query && `?${query}`}`;
	if (/[^\x21-\x7e]/.test(written)) return 'characters that an address does not have';
	const url = new URL(written);
	if (url.origin !== HOST || url.username !== '' || url.password !== '') return 'another host';
	if (url.hash !== '') return 'a fragment';
	if (url.pathname !== path || !shapeOf(template).test(url.pathname)) return `another path: ${url.pathname}`;
	const read = [...url.searchParams].map(([name]) => name);
	return read.join() === pairs.map(([name]) => name).join() ? undefined : 'other parameters';
}

/** What is wrong with the request that a value of one field makes, and whether the value was accepted. */
function tried({ label, operation, key, field }: (typeof all)[number], value: unknown) {
	const { values } = readFields({ [key]: field }, () => value, { timezone: 'UTC' });
	const isAccepted = values !== undefined && [...pathRules(operation, values)].length === 0;
	const reason = isAccepted && wrongWith(operation, values);
	return {
		isAccepted,
		...(reason && { wrong: `${label} ${key} ${JSON.stringify(value)?.slice(0, 80)}: ${reason}` }),
	};
}

function wrongWith(operation: (typeof all)[number]['operation'], values: Record<string, unknown>) {
	const { path: template } = splitRoute(operation.route);
	const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, '1'] as const);
	try {
		const request = buildRequest(operation, { ...Object.fromEntries(names), ...pickBy(values, isGiven) });
		JSON.stringify(request.body);
		return escapes(template, request.path, request.query ?? []);
	} catch (error) {
		return error instanceof Error && ('field' in error || 'rules' in error) ? undefined : String(error);
	}
}

it(`keeps ${VALUES.toLocaleString('en')} hostile values in their place`, async () => {
	const random = randomFrom(1);
	const wrong = new Set<string>();
	let accepted = 0;
	let dearest = { cost: 0, again: (): unknown => undefined };
	for (let count = 0; count < VALUES; count++) {
		const [field, value] = [all[count % all.length]!, hostileValue(random)];
		const started = cpuTime();
		const attempt = tried(field, value);
		const cost = cpuTime() - started;
		if (cost > dearest.cost) dearest = { cost, again: () => tried(field, value) };
		if (attempt.isAccepted) accepted++;
		if (attempt.wrong) wrong.add(attempt.wrong);
	}
	expect([...wrong].slice(0, 20)).toEqual([]);
	expect(polluted()).toEqual([]);
	// Else nothing would have been tried.
	expect(accepted).toBeGreaterThan(VALUES / 10);
	expect(await effortOf(dearest.again, 5)).toBeLessThan(5);
});

it.each(['.', '..', './.', '../..', '%2e%2e', '..\\..', '?x=1', '#x', ' .. ', '\u2024\u2024'])(
	'takes no step in an address for %j, in any field',
	(value) => {
		expect(all.flatMap((field) => tried(field, value).wrong ?? [])).toEqual([]);
	},
);
