/**
 * The fault matrix: each kind of request meets each fault, once and as long as it lasts. What must hold in every cell is
 * in `rules`; what happens is the page docs/reliability.md, which this test writes:
 * `RELIABILITY=write npx jest test/harness/reliability && npx prettier --write docs/reliability.md`.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { host } from '../../support';
import { cases } from '../../support/cases';
import { refuseConnections } from '../../support/network';
import { secretsIn } from '../../support/secrets';
import { FAULTS, orderOf, type FaultCase } from './faults';
import { KINDS } from './kinds';
import { documented, section, write, type Row } from './page';
import { brokenRules, type Duration, type Measured, type Kind, type Scene } from './scene';
import { TRIGGER_KINDS } from './triggerKinds';

/** Requests of a run that tries as long as it may. */
const FOREVER = 200;

/** Faults that leave a stream no beginning. */
const INSTEAD = new Set(['reset', 'status', 'rateLimited', 'unauthorized', 'html', 'empty']);

function happensTo({ hasPages, isOfN8n, isStream, at }: Kind, fault: FaultCase): boolean {
	const { ofPages, isTimeout } = fault;
	const order = orderOf(fault, at.path);
	if (isStream) return order === 'refused' || (INSTEAD.has(order.kind) && order.after !== true);
	return !(ofPages && !hasPages) && !(isTimeout && isOfN8n);
}

async function measure(kind: Kind, scene: Scene, fault: FaultCase, duration: Duration): Promise<Measured> {
	const { at, skip = 0 } = kind;
	await scene.prepare?.();
	const sim = scene.sim();
	const before = sim.requests.length;
	const times = duration === 'once' ? 1 : FOREVER;
	const order = orderOf(fault, at.path);
	const undo = [() => sim.repair()];
	if (order === 'refused') undo.push(refuseConnections(at, times, skip));
	else sim.fail({ match: at, skip, times, ...order });
	if (fault.isTimeout) undo.push(host().giveUpAnswers());
	const repair = () => {
		for (const each of undo.splice(0)) each();
	};
	try {
		const seen = await scene.run(repair);
		const arrived = sim.requests
			.slice(before)
			.filter(({ method, route, path }) => method === at.method && [route, path].includes(at.path)).length;
		return { ...seen, arrived, made: await scene.state?.(), waited: scene.waited() };
	} finally {
		repair();
	}
}

/** Everything that came out, as text; objects may hold each other. */
function asText(value: unknown, seen = new Set<unknown>()): string {
	if (typeof value !== 'object' || value === null) return String(value);
	if (seen.has(value)) return '';
	seen.add(value);
	return Reflect.ownKeys(value)
		.map((key) => asText((value as Record<PropertyKey, unknown>)[key], seen))
		.join('\n');
}

const ALL = [...KINDS, ...TRIGGER_KINDS];
const isWritten = process.env['RELIABILITY'] === 'write';
/** `npm test` goes through every fifth kind of request, a create among them, each with all faults. */
const TRIED = isWritten ? ALL : ALL.filter((_, index) => (index + 2) % cases(5, 1) === 0);
const sections = new Map<Kind, string>();

describe.each(TRIED.map((kind) => [kind.name, kind] as const))('%s', (_name, kind) => {
	const scene = kind.scene();
	const rows: Row[] = FAULTS.filter((fault) => happensTo(kind, fault)).map(({ name }) => ({
		fault: name,
		cells: {},
	}));
	const cells = FAULTS.filter((fault) => happensTo(kind, fault)).flatMap((fault) => [
		[fault.name, 'once', fault] as const,
		...(fault.lasts ? [[fault.name, 'as long as it lasts', fault] as const] : []),
	]);

	it('goes well where nothing goes wrong', async () => {
		await scene.prepare?.();
		const { results, errors, hints } = await scene.run(() => undefined);
		expect({ results, errors, hints, made: await scene.state?.() }).toEqual({
			results: kind.results,
			errors: [],
			hints: [],
			made: kind.makes,
		});
	});

	it.each(cells)('%s, %s', async (name, duration, fault) => {
		const measured = await measure(kind, scene, fault, duration);
		const row = rows.find((each) => each.fault === name);
		if (row) row.cells[duration] = measured;
		expect(brokenRules(kind, fault, measured)).toEqual([]);
		expect(secretsIn(asText(measured.all))).toEqual([]);
	});

	it('is what docs/reliability.md says', () => {
		const text = section(kind, rows);
		sections.set(kind, text);
		expect(plain(isWritten ? text : documented(kind))).toBe(plain(text));
	});
});

/** Without what the formatter changes. */
const plain = (text: string): string =>
	text.replace(/ +/g, ' ').replace(/-{3,}/g, '---').replace(/[_*]/g, '');

afterAll(() => {
	if (isWritten) write(ALL.map((kind) => sections.get(kind) ?? documented(kind)));
});
