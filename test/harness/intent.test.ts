/**
 * Every write is done once: writes of all kinds against an X that loses requests and answers, with n8n's tries, resumed
 * runs and clocks that are wrong. What X holds in the end is counted at X.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { countBy, get, omit, range, sumBy } from 'lodash';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Fault } from '../simulator/frame/faults';
import { host, startNode, type NodeRun, type NodeRunOptions } from '../support';
import { cases } from '../support/cases';
import { nodeOf } from '../support/coreNodes';
import { randomFrom } from '../support/random';
import type { Simulator } from '../support/simulator';
import { until } from '../support/webhookReceiver';
import { useSkippedWaits } from '../support/waits';
import { KINDS, sim, valuesOf, type Kind } from './intentKinds';

useSkippedWaits(sim);

/** What may happen to a request that writes: before X does it, and after. */
const FAULTS: ReadonlyArray<Omit<Fault, 'match'>> = [
	{ kind: 'reset' },
	{ kind: 'reset', after: true },
	{ kind: 'unavailable' },
	{ kind: 'unavailable', after: true },
	{ kind: 'truncated' },
	{ kind: 'brokenJson' },
	{ kind: 'html', status: 504, after: true },
	{ kind: 'status', status: 500, body: {} },
	{ kind: 'status', status: 403, body: { title: 'Forbidden', status: 403 } },
	{ kind: 'silent', after: true },
	{ kind: 'silent' },
];

const wantedOf = (name: string, values: readonly string[]) =>
	name === 'thread' ? values.flatMap((value) => ['a', 'b', 'c'].map((part) => `${value} ${part}`)) : values;

interface Left {
	readonly item: number;
	readonly unsure?: boolean;
}

/** What the run left, from its error, its items, or what n8n keeps of a cancelled execution. */
function leftBy({ error, json, itemsPaired, run }: NodeRun): IDataObject | undefined {
	const thrown: unknown = get(error, 'context.data.resume');
	const kept = run.data.resultData.metadata?.resume ?? '';
	const found = thrown ?? (kept === '' ? undefined : (JSON.parse(kept) as unknown));
	if (found !== undefined) return found as IDataObject;
	const left = json.flatMap((item, index): Left[] => {
		const own = get(item, 'details.resume.left') as Left[] | undefined;
		const isFailed = item.error !== undefined || item.action === 'failed';
		return !isFailed ? [] : (own ?? [{ item: itemsPaired[index] ?? 0 }]);
	});
	return left.length > 0 ? { left: left as unknown as IDataObject[] } : undefined;
}

/** Runs a node, and cancels it once a request came to which X gives no answer. */
async function runOrCancel(options: NodeRunOptions, isSilent: () => boolean): Promise<NodeRun> {
	const running = await startNode(options);
	let isDone = false;
	const done = running.finished.finally(() => (isDone = true));
	await until(() => isDone || isSilent());
	if (!isDone) running.cancel();
	return await done;
}

/**
 * X's time, and that of a clock that no one sets: X's goes back for no story, and runs on between two of them. If it
 * stopped while the next story is prepared, a write would seem older than the moment before it.
 */
let reached = { ofX: 0, steady: 0 };

/** One story: some items, some faults, runs that resume. Returns what went wrong, how many are unsure, and what it took. */
async function story(name: string, kind: Kind, seed: number) {
	const { clock } = sim().platform;
	// A stopped clock may be a second ahead of the one that runs.
	const least = reached.ofX + performance.now() - reached.steady + 1000;
	clock.advance(Math.max(0, least - clock.now()));
	const random = randomFrom(seed * 7919 + 13);
	const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] ?? (all[0] as T);
	for (let skip = 0; skip < 5; skip++) random();
	const count = 1 + Math.floor(random() * 4);
	await kind.prepare?.();
	const known = await kind.onX();
	const before = countBy(known);
	const values = valuesOf(name, known, count, seed);
	const offset = pick([0, 0, -10, 10]) * 60_000;
	// What X does one after the other has other times.
	clock.start();
	const stop = host().readClock(() => clock.now() + offset);
	const match = { method: kind.method ?? 'POST', path: kind.writes };
	// X asks the address of a webhook before it answers, which looks like silence.
	const possible = name === 'webhook' ? FAULTS.filter((fault) => fault.kind !== 'silent') : FAULTS;
	const faults = range(1 + Math.floor(random() * 3)).map(() => pick(possible));
	// In some stories n8n is killed instead, whatever it waits for: nothing is kept.
	const isKilled = name !== 'webhook' && random() < 0.3;
	if (isKilled)
		sim().fail({
			match: {},
			kind: 'silent',
			after: random() < 0.5,
			skip: Math.floor(random() * (count + 2)),
		});
	else for (const fault of faults) sim().fail({ match, skip: Math.floor(random() * 3), ...fault });
	if (random() < 0.2 && kind.looks !== undefined)
		sim().fail({
			match: { method: 'GET', path: kind.looks },
			kind: 'status',
			status: 500,
			times: 4,
			body: {},
		});
	const silent = isKilled ? 1 : faults.filter((fault) => fault.kind === 'silent').length;
	const settings = pick([{}, { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 }]);
	const continueOnFail = random() < 0.3;
	const [resource = '', operation = ''] = kind.operation.split('.');
	const began = sim().requests.length;
	const sent = () => sim().requests.slice(began);
	let options: INodeParameters = {};
	let again: Pick<NodeRunOptions, 'mode' | 'customData'> = {};
	let run: NodeRun;
	let rounds = 0;
	let kills = 0;
	for (;;) {
		const asked = sent().length;
		const startedAt = new Date(clock.now() + offset).toISOString();
		run = await runOrCancel(
			{
				node: kind.node ?? nodeOf(kind.operation),
				sim: sim(),
				parameters: { authentication: kind.as ?? 'oAuth2', resource, operation, ...kind.form(), options },
				items: values.map((value) => ({ json: { value } })),
				settings,
				continueOnFail,
				...again,
			},
			() => silent > 0 && sent().slice(asked).at(-1)?.status === 0,
		);
		if (isKilled && run.status === 'canceled') {
			// The person names the time at which n8n says that the execution began.
			options = { resumeFrom: `since ${startedAt}` };
			kills++;
			continue;
		}
		const left = leftBy(run);
		if ((left === undefined && run.status === 'success') || rounds++ > 8) break;
		// The person lets n8n retry the execution, or runs the workflow again with what is left.
		const kept = run.run.data.resultData.metadata;
		const isRetried = run.status !== 'success' && kept?.tried !== undefined && random() < 0.5;
		again = isRetried && kept ? { mode: 'retry', customData: kept } : {};
		// n8n retries an execution with the form that it had.
		if (!isRetried) options = left === undefined ? {} : { resumeFrom: left as unknown as string };
		clock.advance(pick([1000, 90_000, 600_000]));
	}
	stop();
	sim().repair();
	const unsure = ((leftBy(run)?.left ?? []) as unknown as Left[]).filter((each) => each.unsure);
	const after = countBy(await kind.onX());
	const expected = countBy(wantedOf(name, values));
	// Of an unsure item no one can say what X has; its siblings are all judged.
	const open = wantedOf(
		name,
		unsure.flatMap(({ item }) => values[item] ?? []),
	);
	const wrong = Object.entries(omit(expected, open)).flatMap(([value, times]) => {
		const done = (after[value] ?? 0) - (before[value] ?? 0);
		return done === times || (kind.isState === true && after[value] === 1)
			? []
			: [`${value}: ${done} of ${times}`];
	});
	const isLook = ({ method, route, path }: Simulator['requests'][number]) =>
		method === 'GET' && [route, path].includes(kind.looks ?? '');
	const looked = sent().filter(isLook);
	const usd = sumBy(
		looked.flatMap(({ billed }) => billed),
		({ usd: each }) => each ?? 0,
	);
	const looks = looked.length;
	reached = { ofX: clock.now(), steady: performance.now() };
	return { wrong, unsure: unsure.length, count, looks, usd, kills, run, seed, faults };
}

const all = Object.entries(KINDS);
const runsOfEach = cases(2, Math.ceil(300 / all.length), Math.ceil(1000 / all.length));
it.each(all)('is done once, whatever gets lost: %s', async (name, kind) => {
	const told: string[] = [];
	const stories: Array<Awaited<ReturnType<typeof story>>> = [];
	for (const seed of range(runsOfEach)) {
		const one = await story(name, kind, seed);
		stories.push(one);
		if (one.wrong.length > 0)
			told.push(
				`${seed}: ${one.wrong.join(', ')}; ${one.kills > 0 ? 'killed' : JSON.stringify(one.faults)} ${one.run.error?.message ?? ''}`,
			);
	}
	const [items = 0, unsure = 0, looks = 0, usd = 0, kills = 0] = (
		['count', 'unsure', 'looks', 'usd', 'kills'] as const
	).map((what) => sumBy(stories, what));
	if (runsOfEach > 2)
		process.stdout.write(
			`${name}: ${stories.length} runs, ${items} items, ${kills} kills, ${unsure} unsure, ${looks} looks, $${usd.toFixed(2)}\n`,
		);
	expect(told).toEqual([]);
	expect(unsure).toBeLessThanOrEqual(Math.ceil(items / 100));
	if (kind.isState) expect(looks).toBe(0);
});
