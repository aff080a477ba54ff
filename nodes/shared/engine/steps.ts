/** This file lists the steps of a request on its way to X. Runs, triggers and lists in the editor use the same list. */
import type { GuardRules } from '../guard/policy';
import type { Api } from '../http/connection';
import type { RequestMemo } from '../memory/requestMemo';
import { CONNECTION_STEPS, step, through, type GivenToConnect, type Step } from '../http/steps';
import { withAccess } from '../http/withAccess';
import type { Guard } from '../http/withGuard';
import { withOwnChoices, type RefusedChoices } from './ownChoices';
import { withIntent, type OfItem } from './withIntent';

/** The needs of the steps. A step that is given nothing is left out. */
export interface Given extends GivenToConnect {
	/** The item that writes, and what it has written. */
	readonly intent?: OfItem | undefined;
	/** Rules over all runs, and Dry Run. */
	readonly guard?: readonly [guard: Guard, isBilled: boolean, rules: GuardRules, route: string] | undefined;
	/** The choices that X has refused so far. */
	readonly ownChoices?: RefusedChoices | undefined;
	/** What X answered in this run, for connections to the advertising API. */
	readonly access?: RequestMemo | undefined;
}

/** All steps, the first one first. */
export const STEPS: readonly Step<Given>[] = [
	step('intent', withIntent),
	step('guard', (api, [guard, ...how]: NonNullable<Given['guard']>) => guard.watch(api, ...how)),
	step('ownChoices', withOwnChoices),
	step('access', withAccess),
	...CONNECTION_STEPS,
];

/** Returns a connection with the steps in front of it for which something is given. */
export const withSteps = (api: Api, given: Given): Api => through(STEPS, api, given);
