import type { IDataObject, IHookFunctions } from 'n8n-workflow';
import { z } from 'zod';
import { remembered } from '../../shared/memory/process';
import { scopeOf } from '../context';
import { object } from '../../shared/util/lenient';
import { sourceRecordShape } from '../sources/source';

export const registrationShape = sourceRecordShape.extend({
	/** Test and production runs have different addresses and never change each other's records. */
	url: z.string(),
	/** A copied workflow may contain a copy of this record. It counts only in the workflow that wrote it. */
	workflowId: z.string(),
	hubUrl: z.string().optional(),
	at: z.number().default(0),
	fingerprint: z.string(),
});

export type Registration = z.infer<typeof registrationShape>;

/**
 * The newest records that this process wrote, by address. n8n stores nothing if another trigger of the workflow fails,
 * and a delivery in progress overwrites newer data.
 */
const newest = remembered<Map<string, Registration>>({
	name: 'what an activation made or found on X',
	of: 'node',
	until: 'the workflow is unpublished',
});

/** The records of one node, in this process and in its static data. */
export class RegistrationStore {
	private readonly scope: string;
	private readonly data: IDataObject;
	private readonly workflowId: string;

	constructor(context: IHookFunctions) {
		// n8n ends a test run in the name of production, but with the address of the test, which shows that it is
		// one.
		this.scope = scopeOf(context, false);
		this.data = context.getWorkflowStaticData('node');
		this.workflowId = context.getWorkflow().id ?? '';
	}

	read(url: string): Registration | undefined {
		const stored = readStored(this.data, url, this.workflowId);
		const own = newest.get(this.scope)?.get(url);
		return own === undefined || (stored !== undefined && stored.at >= own.at) ? stored : own;
	}

	previousAddresses(url: string): Registration[] {
		return Object.keys(object(this.data.registrations))
			.filter((address) => address !== url)
			.flatMap((address) => readStored(this.data, address, this.workflowId) ?? [])
			.filter(({ isTest }) => !isTest);
	}

	write(url: string, registration: Omit<Registration, 'workflowId' | 'at'> | undefined): void {
		const { workflowId } = this;
		const written = registration && { ...registration, workflowId, at: Date.now() };
		writeStored(this.data, url, written);
		const own = newest.getOrMake(this.scope, () => new Map());
		own.delete(url);
		if (written !== undefined) own.set(url, written);
		if (own.size === 0) newest.delete(this.scope);
	}
}

/** Puts the newest records of production into static data that n8n is about to store, which may be older. */
export function keepRegistrations(scope: string, data: IDataObject): void {
	for (const own of newest.get(scope)?.values() ?? []) {
		if (own.isTest) continue;
		const stored = readStored(data, own.url, own.workflowId);
		if (stored === undefined || stored.at < own.at) writeStored(data, own.url, own);
	}
}

function readStored(data: IDataObject, url: string, workflowId: string): Registration | undefined {
	const { data: stored } = registrationShape.safeParse(object(data.registrations)[url]);
	return stored?.workflowId === workflowId ? stored : undefined;
}

/** Replaces the whole member, because n8n only notices changes at the top level. */
function writeStored(data: IDataObject, url: string, registration: Registration | undefined): void {
	const all = { ...object(data.registrations) };
	if (registration === undefined) delete all[url];
	else all[url] = { ...registration };
	data.registrations = all;
}
