/** A node begins with what n8n has stored, or with what the same node knew in this process a moment ago. */
import { isEmpty, pick } from 'lodash';
import type { ITriggerFunctions } from 'n8n-workflow';
import { z } from 'zod';
import type { XEvent } from '../shared/events/event';
import { dayShape } from '../shared/ledger/dayCounter';
import { remembered } from '../shared/memory/process';
import { withoutDamage } from '../shared/memory/stored';
import { timeShape } from '../shared/events/openSpans';
import { gapsShape, type Gap } from './search/gap';
import { DAY, MINUTE } from '../shared/util/time';

/** Modes in which n8n starts up. X may still count a connection of the previous process for some minutes. */
const STARTUP = new Set(['init', 'leadershipChange']);
/** n8n stops and starts a workflow when a new version is published. After a longer pause, a person has begun anew. */
const NEW_VERSION_WITHIN = 5 * MINUTE;
/** What was missed before a person switched a workflow off is searched for if it is switched on again in this time. */
const RETURN_WITHIN = DAY;

export const isStartup = (context: ITriggerFunctions): boolean => STARTUP.has(context.getActivationMode());

const stateShape = z.object({
	/** The time since which events may be missing. After a person has published the workflow, none are. */
	heard: timeShape.optional(),
	/** The end of the latest pause for the day's budget. What was written before is not wanted. */
	pausedUntil: timeShape.optional(),
	gaps: gapsShape.optional(),
	rules: z.string().optional(),
	/** The last time at which the rules were there, and a digest of their IDs. */
	checkedAt: timeShape.optional(),
	made: z.string().optional(),
	/** Digests of events that have run, as far as a search could find them again. */
	seen: z.string().optional(),
	spending: dayShape.optional(),
	/** The people who asked to be left alone. What can be read of a damaged list still counts. */
	stopped: z.unknown(),
	/** The conversations and people near the bound on rounds. */
	rounds: z.unknown(),
});

export type StreamState = z.infer<typeof stateShape>;

export interface Waiting {
	readonly events: readonly XEvent[];
	readonly settings: string;
}

interface Ended {
	readonly state: StreamState;
	/** Whether the stream failed, or could not be opened. Otherwise n8n stopped the node. */
	readonly hasFailed: boolean;
	readonly waiting: Waiting;
	readonly at: number;
}

const ended = remembered<Ended>({ name: 'what a stream trigger knew', of: 'node', until: 'it starts again' });

/** Keeps what a node knows for its next start in this process. It is newer than what n8n has stored. */
export const keepState = (node: string, state: Ended): void => void ended.set(node, state);

export interface KnownState extends StreamState {
	readonly isDamaged: boolean;
	/** Whether nothing at all is stored, although n8n has started a workflow that was published. */
	readonly isEmpty: boolean;
	/** Whether gaps were stored that cannot be read. */
	readonly hasLostGaps: boolean;
	/** The gaps that were open when a person switched the workflow off, and that are not wanted any more. */
	readonly dropped: readonly Gap[];
	/** The events that the same node in this process has not started runs for yet. */
	readonly waiting?: Waiting;
}

const WHOLE = { isDamaged: false, isEmpty: false, hasLostGaps: false, dropped: [] };

interface Start {
	readonly id: string;
	readonly isTest: boolean;
	readonly rules: string;
	readonly now: number;
}

/** Returns what is known from before. It takes what the process knew, so that this counts for one start. */
export function knownBefore(context: ITriggerFunctions, { id, isTest, rules, now }: Start): KnownState {
	if (isTest) return WHOLE;
	const data = context.getWorkflowStaticData('node');
	const isNew = isEmpty(data);
	const damaged = withoutDamage(data, stateShape.shape);
	const stored = stateShape.parse(data);
	const last = ended.get(id);
	ended.delete(id);
	const isUpdate = context.getActivationMode() === 'update';
	if (last && (last.hasFailed || (isUpdate && now - last.at < NEW_VERSION_WITHIN)))
		return { ...WHOLE, ...last.state, waiting: last.waiting };
	if (!isStartup(context)) return switchedOn(last?.state ?? stored, last?.at, { rules, now });
	const isDamaged = stored.heard === undefined && !isNew;
	return { ...WHOLE, ...stored, isDamaged, isEmpty: isNew, hasLostGaps: damaged.includes('gaps') };
}

/** A person has switched the workflow on: what came while it was off is not wanted, what was missed before is. */
function switchedOn(state: StreamState, offSince: number | undefined, start: Omit<Start, 'id' | 'isTest'>) {
	const { heard, gaps = [] } = state;
	const since = offSince ?? heard ?? 0;
	const isWanted = state.rules === start.rules && start.now - since < RETURN_WITHIN;
	const kept = pick(state, ['seen', 'spending', 'stopped', 'rounds']);
	return { ...WHOLE, ...kept, ...(isWanted ? { gaps } : { dropped: gaps }) };
}
