/**
 * The side of the harness that lives outside jest's module registry: n8n-core and n8n-workflow are loaded by plain
 * `require` once per worker process, and every test file of the worker uses the same instances. So an error class is
 * the same class everywhere, and a test file pays nothing for n8n-core. Our built nodes are loaded once per test file.
 */
import './instance';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import * as n8nWorkflow from 'n8n-workflow';
import * as editor from './editor';
import { credentialsOfPackage, nodesOfPackage, PACKAGE_ROOT, Registry } from './registry';
import * as run from './run';
import * as services from './services';
import * as waiting from './waiting';
import { PollHost } from './pollTrigger';
import { TriggerHost } from './webhookTrigger';
import { ExecutionTable, ListeningHost } from './listening';
import { Native } from '../native/load';
import { forget, formerProcess, freshProcess, readTicks } from './fresh';
import { answerRequests } from './outside';
import {
	giveUpAnswers,
	holdTime,
	letEndlessWaitsGo,
	moveClock,
	readClock,
	skipJoinPauses,
	skipWaits,
} from './waits';

let loaded: Registry | undefined;

/**
 * Loads our package anew: what the nodes remember of apps, workflows and names in one test file must not reach the next
 * one, as the order of the files is that of chance.
 */
export function newProcess(): void {
	forget();
	loaded = undefined;
	letEndlessWaitsGo();
}

// Scripts have one process for everything.
newProcess();

/** Loads our built package on first use. */
export async function registry(): Promise<Registry> {
	await services.ready();
	loaded ??= Registry.load();
	return loaded;
}

/** A module of the built package, the same instance that the nodes use. */
const builtModule = (path: string): unknown => createRequire(__filename)(join(PACKAGE_ROOT, 'dist', path));

export const host = {
	registry,
	answerRequests,
	formerProcess,
	freshProcess,
	giveUpAnswers,
	builtModule,
	editor,
	run,
	services,
	waiting,
	moveClock,
	readClock,
	readTicks,
	skipWaits,
	PollHost,
	holdTime,
	skipJoinPauses,
	ExecutionTable,
	ListeningHost,
	Native,
	TriggerHost,
	n8nWorkflow,
	packageRoot: PACKAGE_ROOT,
	nodesOfPackage,
	credentialsOfPackage,
};

export type Host = typeof host;
