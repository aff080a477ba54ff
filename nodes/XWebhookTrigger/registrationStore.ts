import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

/** What an activation made or found on the platform, so that the deactivation removes exactly what is ours. */
export interface Registration {
	/** The address it was made for. Test and production runs have different ones and never touch each other's. */
	url: string;
	/** A copied workflow can carry a copy of this record; it only counts in the workflow that wrote it. */
	workflowId: string;
	isTest: boolean;
	webhookId: string;
	/** Whether this node registered the webhook. */
	created: boolean;
	/** Address at which another workflow receives for this one. */
	hubUrl?: string | undefined;
	/** When it was written, in milliseconds since 1970. */
	at: number;
	/** The node's settings it was made with, as a digest. */
	fingerprint: string;
	/** Activity subscriptions this node created. */
	subscriptions: string[];
	/** Users this node subscribed for account activity. */
	users: string[];
	/** Filtered-stream rules this node added. */
	rules: string[];
	/** Whether this node linked the webhook to the filtered stream. */
	linked: boolean;
}

/** Whether all that is on the webhook comes from test runs of this node: nobody else knows its test address. */
export const isTestAddress = ({ isTest, created }: Registration): boolean => isTest && created;

const registrationShape = z.object({
	url: z.string(),
	workflowId: z.string(),
	isTest: z.boolean().default(false),
	webhookId: z.string(),
	created: z.boolean(),
	hubUrl: z.string().optional(),
	at: z.number().default(0),
	fingerprint: z.string(),
	subscriptions: z.array(z.string()),
	users: z.array(z.string()),
	rules: z.array(z.string()),
	linked: z.boolean(),
});

/**
 * The newest records that this process wrote, by node and by address. n8n stores static data late: not at all when another
 * trigger of the workflow cannot be activated, that of a test run not when somebody listens a second time, and a
 * delivery that was under way meanwhile stores it as it was before.
 */
const newest = new Map<string, Map<string, Registration>>();
const NODES = 500;

/**
 * The record of an activation.
 *
 * @param scope names the node; see `nodeScope`
 * @param data the node's static data
 * @param url the node's address in this mode: it tells test runs from production
 * @param workflowId the workflow asking
 */
export function readRegistration(
	scope: string,
	data: IDataObject,
	url: string,
	workflowId: string,
): Registration | undefined {
	const stored = storedRegistration(data, url, workflowId);
	const own = newest.get(scope)?.get(url);
	if (own === undefined || (stored !== undefined && stored.at >= own.at)) return stored;
	return own;
}

function storedRegistration(data: IDataObject, url: string, workflowId: string): Registration | undefined {
	const parsed = registrationShape.safeParse(records(data)[url]);
	return parsed.success && parsed.data.workflowId === workflowId ? parsed.data : undefined;
}

/** Puts the newest records of production into static data that is about to be stored and may be older. */
export function keepRegistration(scope: string, data: IDataObject): void {
	for (const own of newest.get(scope)?.values() ?? []) {
		if (own.isTest) continue;
		const stored = storedRegistration(data, own.url, own.workflowId);
		if (stored === undefined || stored.at < own.at) writeInto(data, own.url, own);
	}
}

/**
 * The records of production under other addresses than the present one.
 *
 * @param data the node's static data
 * @param url the node's present address
 * @param workflowId the workflow asking
 */
export function otherRegistrations(data: IDataObject, url: string, workflowId: string): Registration[] {
	return Object.keys(records(data))
		.filter((address) => address !== url)
		.flatMap((address) => storedRegistration(data, address, workflowId) ?? [])
		.filter(({ isTest }) => !isTest);
}

/** Writes the record of an activation, or removes it. */
export function writeRegistration(
	scope: string,
	data: IDataObject,
	url: string,
	registration: Registration | undefined,
): void {
	const written = registration && { ...registration, at: Date.now() };
	writeInto(data, url, written);
	const own = newest.get(scope) ?? new Map<string, Registration>();
	own.delete(url);
	if (written !== undefined) own.set(url, written);
	newest.delete(scope);
	if (own.size > 0) newest.set(scope, own);
	const [oldest] = newest.keys();
	if (newest.size > NODES && oldest !== undefined) newest.delete(oldest);
}

/** Replaces the whole member: n8n only notices changes at the top. */
function writeInto(data: IDataObject, url: string, registration: Registration | undefined): void {
	const all = records(data);
	if (registration === undefined) delete all[url];
	else all[url] = { ...registration };
	data.registrations = all;
}

function records(data: IDataObject): IDataObject {
	const { registrations } = data;
	return typeof registrations === 'object' && registrations !== null && !Array.isArray(registrations)
		? { ...(registrations as IDataObject) }
		: {};
}
