/**
 * Every field of every operation with values that somebody gives on purpose, through the engine: what is accepted goes
 * to the documented path of the host, as the value of its own parameter.
 */
import { pickBy } from 'lodash';
import { readFields } from '../../../nodes/shared/engine/values';
import { buildRequest, splitRoute } from '../../../nodes/shared/engine/request';
import { queryString } from '../../../nodes/shared/util/encode';
import { records } from '../tree/support/records';
import { hostileValue, polluted, seeded } from './hostile';

const VALUES = 100_000;
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

it(`keeps ${VALUES.toLocaleString('en')} hostile values in their place`, () => {
	const random = seeded(1);
	const wrong: string[] = [];
	let accepted = 0;
	let longest = 0;
	for (let count = 0; count < VALUES; count++) {
		const { label, operation, key, field } = all[count % all.length]!;
		const value = hostileValue(random);
		const started = performance.now();
		const { values } = readFields({ [key]: field }, () => value, { timezone: 'UTC' });
		if (values) {
			accepted++;
			const { path: template } = splitRoute(operation.route);
			const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, '1'] as const);
			try {
				const request = buildRequest(operation, { ...Object.fromEntries(names), ...pickBy(values, isGiven) });
				const reason = escapes(template, request.path, request.query ?? []);
				if (reason) wrong.push(`${label} ${key} ${JSON.stringify(value)?.slice(0, 80)}: ${reason}`);
				JSON.stringify(request.body);
			} catch (error) {
				if (!(error instanceof Error) || !('field' in error || 'rules' in error))
					wrong.push(`${label} ${key} ${JSON.stringify(value)?.slice(0, 80)}: ${String(error)}`);
			}
		}
		longest = Math.max(longest, performance.now() - started);
	}
	expect([...new Set(wrong)].slice(0, 20)).toEqual([]);
	expect(polluted()).toEqual([]);
	// Else nothing would have been tried.
	expect(accepted).toBeGreaterThan(VALUES / 10);
	expect(longest).toBeLessThan(1_000);
}, 120_000);
