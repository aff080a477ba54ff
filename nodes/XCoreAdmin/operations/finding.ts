/** The words of Health: what a check finds, and what it looks at. */
import type { IDataObject } from 'n8n-workflow';
import { isDenied } from '../../shared/errors';
import { flag, formOnly, optional } from '../../shared/fields';
import type { Api } from '../../shared/http/connection';
import type { Call, ValuesOf } from '../../shared/operation/operation';
import { messageOf } from '../../shared/util/text';

export const healthFields = {
	includeBilled: formOnly(
		optional(
			flag({
				label: 'Include What X Bills',
				default: false,
				description:
					'Whether to look at the account and at the chat keys too, which X bills (up to $0.01 each time)',
			}),
		),
	),
};

export const SOURCES = {
	x: 'X',
	credential: 'the credential',
	process: 'this process of n8n',
	workflow: "this workflow's static data",
} as const;

export interface Finding {
	readonly state: 'ok' | 'warn' | 'fail' | 'unknown';
	readonly detail: string;
	readonly advice: string;
	/** The time since when it is so, in milliseconds since 1970. */
	readonly since?: number | undefined;
	readonly source: (typeof SOURCES)[keyof typeof SOURCES];
	readonly of?: string;
}

export type Check = (health: Health) => Promise<Finding | Finding[]> | Finding | Finding[];

type Source = keyof typeof SOURCES;
type More = Pick<Finding, 'since' | 'of'>;
const finding =
	(state: Finding['state']) =>
	(source: Source, detail: string, advice = '', more: More = {}): Finding => ({
		state,
		detail,
		advice,
		source: SOURCES[source],
		...more,
	});
export const ok = finding('ok');
export const warn = finding('warn');
export const fail = finding('fail');
export const unknown = finding('unknown');

export interface Health {
	readonly call: Call<ValuesOf<typeof healthFields>>;
	readonly credentials: IDataObject;
	readonly credentialId: string | undefined;
	readonly isBilled: boolean;
	readonly now: number;
	/** Asks X as the app, once for each path. Is undefined if the credential has no part for that. */
	readonly asApp: ((path: string) => Promise<IDataObject>) | undefined;
	readonly app: () => Promise<Api>;
	/** The endpoints whose limit is nearly used up, as the answers so far have shown. */
	readonly nearLimit: ReadonlySet<string>;
}

/** Says that the plan or the credential has no access, which need not be a fault. */
export const unlessDenied = async (look: () => Promise<Finding | Finding[]>): Promise<Finding | Finding[]> =>
	await look().catch((error: unknown) => {
		if (!isDenied(error)) throw error;
		return unknown('x', `X does not show it: ${messageOf(error)}`);
	});
