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

const registrationShape = z.object({
	url: z.string(),
	workflowId: z.string(),
	isTest: z.boolean().default(false),
	webhookId: z.string(),
	created: z.boolean(),
	hubUrl: z.string().optional(),
	fingerprint: z.string(),
	subscriptions: z.array(z.string()),
	users: z.array(z.string()),
	rules: z.array(z.string()),
	linked: z.boolean(),
});

/**
 * The record of an activation.
 *
 * @param data the node's static data
 * @param url the node's address in this mode
 * @param workflowId the workflow asking
 */
export function readRegistration(
	data: IDataObject,
	url: string,
	workflowId: string,
): Registration | undefined {
	const parsed = registrationShape.safeParse(records(data)[url]);
	return parsed.success && parsed.data.workflowId === workflowId ? parsed.data : undefined;
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
		.flatMap((address) => readRegistration(data, address, workflowId) ?? [])
		.filter(({ isTest }) => !isTest);
}

/** Writes the record of an activation, or removes it. Replaces the whole member: n8n only notices changes at the top. */
export function writeRegistration(
	data: IDataObject,
	url: string,
	registration: Registration | undefined,
): void {
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
