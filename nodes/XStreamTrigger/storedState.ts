/** What a node knows when it begins: what n8n has stored, or what the same node knew in this process a moment ago. */
import { isEmpty } from 'lodash';
import type { IDataObject, ITriggerFunctions } from 'n8n-workflow';
import { takeState, type Waiting } from './sharing/registry';
import { storedTime } from './stream/gaps';

/** Modes in which n8n starts up. X may still count a connection of the previous process for some minutes. */
const STARTUP = new Set(['init', 'leadershipChange']);
/** n8n stops and starts a workflow when a new version is published. After a longer pause, a person has begun anew. */
const NEW_VERSION_WITHIN = 300_000;

export const isStartup = (context: ITriggerFunctions): boolean => STARTUP.has(context.getActivationMode());

export interface Known {
	/** Since when events may be missing. After a person has published the workflow, none are. */
	readonly heard: number | undefined;
	/** Whether there is a note, and it does not say since when. */
	readonly isDamaged: boolean;
	/** Until when the day's budget was used up. What was written before is not wanted. */
	readonly pausedUntil: number | undefined;
	readonly gaps: unknown;
	/** Until when the rules were there, and their IDs. */
	readonly checkedAt: number | undefined;
	readonly made: unknown;
	readonly seen: unknown;
	readonly spending: unknown;
	/** Who asked to be left alone. */
	readonly stopped: unknown;
	/** What the same node in this process has not started runs for yet. */
	readonly waiting?: Waiting;
}

/** What is known from before. */
export function knownBefore(context: ITriggerFunctions, id: string, isTest: boolean): Known {
	if (isTest) return fresh({});
	const stored = context.getWorkflowStaticData('node');
	const ended = takeState(id);
	const isUpdate = context.getActivationMode() === 'update';
	if (ended && (ended.hasFailed || (isUpdate && Date.now() - ended.at < NEW_VERSION_WITHIN)))
		return { ...known(ended.state), waiting: ended.waiting };
	return isStartup(context) ? known(stored) : fresh(stored);
}

function known(stored: IDataObject): Known {
	const { heard, pausedUntil, gaps, checkedAt, made, seen, spending, stopped } = stored;
	const time = storedTime(heard);
	return {
		heard: time,
		isDamaged: time === undefined && !isEmpty(stored),
		pausedUntil: storedTime(pausedUntil),
		gaps,
		checkedAt: storedTime(checkedAt),
		made,
		seen,
		spending,
		stopped,
	};
}

const fresh = ({ seen, spending, stopped }: IDataObject): Known => ({
	heard: undefined,
	isDamaged: false,
	pausedUntil: undefined,
	gaps: undefined,
	checkedAt: undefined,
	made: undefined,
	seen,
	spending,
	stopped,
});
