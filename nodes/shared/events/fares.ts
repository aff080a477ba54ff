/**
 * Notes how triggers fare, for X Core Admin (Health: Check): their last event, what is usual, what they still owe, and
 * what a person should know. This process has it, and the workflow's static data, which workers see.
 */
import { isEqual, mapValues, omit, pick, sum, uniqBy } from 'lodash';
import { z } from 'zod';
import { nodeKey } from '../memory/keys';
import { remembered } from '../memory/process';
import type { Span } from './openSpans';
import { leaveToTrigger, storedForWorkflow } from '../memory/workflowMemory';
import { DAY, dayOf } from '../util/time';

const noticeShape = z.object({
	at: z.number(),
	kind: z.string(),
	message: z.string(),
	advice: z.string(),
	isTold: z.boolean().default(false),
});

export type Notice = z.infer<typeof noticeShape>;

export const fareShape = z.object({
	trigger: z.string(),
	node: z.string(),
	workflow: z.string(),
	credentials: z.array(z.string()),
	since: z.number(),
	lastAt: z.number().optional(),
	/** When a challenge of X was answered last. */
	challengedAt: z.number().optional(),
	days: z.record(z.number()),
	owed: z.array(z.object({ from: z.number(), to: z.number(), reason: z.string() })).default([]),
	notices: z.array(noticeShape),
});

export type Fare = z.infer<typeof fareShape>;

export const FARES = 'triggers';
const DAYS = 14;
const NOTICES = 10;

type FareContext = Parameters<typeof nodeKey>[0] & Parameters<typeof storedForWorkflow>[0];

const fares = remembered<Fare>({ name: 'how a trigger fares', of: 'node' });

/** Returns how a trigger fares: what this process knows, with what other processes have stored. */
export function fareOf(context: FareContext, trigger: string, now = Date.now()): Fare {
	const key = nodeKey(context);
	const { name, credentials = {} } = context.getNode();
	const stored = fareShape.safeParse(storedForWorkflow(context, FARES)[key]).data;
	const known = fares.get(key);
	const both = [stored, known].filter((each) => each !== undefined);
	const most = (values: Array<number | undefined>) => Math.max(...values.map((value) => value ?? 0));
	const days = Object.assign({}, ...both.map((each) => each.days)) as Fare['days'];
	const lastAt = most(both.map((each) => each.lastAt));
	return {
		trigger,
		node: name,
		workflow: context.getWorkflow().name ?? '',
		credentials: Object.values(credentials).flatMap(({ id }) => id ?? []),
		since: Math.min(now, ...both.map(({ since }) => since)),
		...(lastAt > 0 && { lastAt }),
		challengedAt: known?.challengedAt ?? stored?.challengedAt,
		days: mapValues(days, (_, day) => most(both.map((each) => each.days[day]))),
		owed: known?.owed ?? stored?.owed ?? [],
		// Those that the workflow has come first: another process may have sent them.
		notices: uniqBy(
			both.flatMap(({ notices }) => notices).sort((one, other) => Number(other.isTold) - Number(one.isTold)),
			({ at, kind }) => `${at} ${kind}`,
		)
			.sort((one, other) => one.at - other.at)
			.slice(-NOTICES),
	};
}

/** Changes how a trigger fares, in this process and where the trigger's next event has it stored. */
export function changeFare(context: FareContext, trigger: string, change: (fare: Fare) => Partial<Fare>) {
	const fare = fareOf(context, trigger);
	const changed = { ...fare, ...change(fare) };
	fares.set(nodeKey(context), changed);
	leaveToTrigger(context, FARES, nodeKey(context), changed);
}

/** Notes what a trigger still owes, also that it owes nothing: then Health shows that it is there. */
export function noteOwed(
	context: FareContext,
	trigger: string,
	spans: ReadonlyArray<Span & { reason: string }>,
) {
	const owed = spans.map(({ from, to, reason }) => ({ from, to, reason }));
	if (!isEqual(owed, fares.get(nodeKey(context))?.owed)) changeFare(context, trigger, () => ({ owed }));
}

/** Counts events that started the workflow. */
export function countEvents(context: FareContext, trigger: string, count: number, now = Date.now()): void {
	if (count === 0) return;
	const today = dayOf(now);
	changeFare(context, trigger, ({ days }) => ({
		lastAt: now,
		days: pick(
			{ ...days, [today]: (days[today] ?? 0) + count },
			Array.from({ length: DAYS }, (_, ago) => String(today - ago)),
		),
	}));
}

/** The events that are usual in a day, without today. Is undefined before a whole day was counted. */
export function usualPerDay({ days, since }: Fare, now: number): number | undefined {
	const counted = Math.min(DAYS - 1, Math.floor((now - since) / DAY));
	return counted < 1 ? undefined : sum(Object.values(omit(days, dayOf(now)))) / counted;
}

/** Returns how the triggers of a credential fare, as far as this process runs them. */
export const faresOf = (credential: string | undefined): Array<[key: string, Fare]> =>
	[...fares].filter(([, { credentials }]) => credential !== undefined && credentials.includes(credential));
