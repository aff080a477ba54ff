/** The steps of a request behind its connection, and how steps become one connection. */
import type { Ledger, Reservation } from '../ledger/ledger';
import type { Api } from './api';
import { noteSeen } from './seenEntities';
import { failureOf } from '../errors';
import { GuardRefusal } from '../ledger/refusal';

/** Returns a connection that counts the cost of its requests and sends none that could exceed the user's limit. */
export const withBill = (api: Api, bill: Ledger): Api => ({
	...api,
	room: async (request, wanted) => await bill.room(request, (await api.room?.(request, wanted)) ?? wanted),
	async send(request) {
		const reserved = request.prepare?.() ?? request;
		const reservation = await bill.reserve(reserved);
		try {
			let sent = request;
			const prepare = () => {
				sent = request.prepare?.() ?? request;
				if (sent !== reserved) reservation.cover(sent);
				return sent;
			};
			const response = await api.send({ ...request, prepare });
			reservation.done(sent, response.body);
			return response;
		} catch (error) {
			throw withoutBill(error, reservation);
		}
	},
});

/** Checks whether X certainly did nothing: it bills successes only. */
function wasRefused(error: unknown): boolean {
	if (error instanceof GuardRefusal) return true;
	const failure = failureOf(error);
	return failure !== undefined && !failure.unsure && !failure.mayBeBilled;
}

/** The error of a request. If X certainly did nothing, its reservation is freed. */
function withoutBill(error: unknown, reservation: Reservation): unknown {
	reservation.failed(wasRefused(error));
	return error;
}

/** One step of a request on its way to X. */
export interface Step<Given> {
	/** Its name in docs/promises.md. */
	readonly name: string;
	/** The connection with this step in front of it, if what it needs is given. */
	readonly wrap: (api: Api, given: Given) => Api;
}

/** Makes a step. A caller that connects gives it its needs by its name. */
export const step = <Name extends string, Needs>(
	name: Name,
	wrap: (api: Api, needs: Needs) => Api,
): Step<{ readonly [name in Name]?: Needs | undefined }> => ({
	name,
	wrap: (api, { [name]: needs }) => (needs === undefined ? api : wrap(api, needs)),
});

/** The needs of the steps of every connection. A step that is given nothing is left out. */
export interface GivenToConnect {
	readonly bill?: Ledger | undefined;
	readonly day?: Ledger | undefined;
	readonly seen?: string | undefined;
}

/** The steps of every connection, the first one first. After them come waits and attempts (Attempts). */
export const CONNECTION_STEPS: readonly Step<GivenToConnect>[] = [
	step('bill', withBill),
	step('day', withBill),
	step('seen', (api, credential: string) => ({
		...api,
		send: async (request) => {
			const answer = await api.send(request);
			noteSeen(credential, request, answer.body);
			return answer;
		},
	})),
];

/** Returns a connection with the steps in front of it for which something is given. */
export const through = <Given>(steps: readonly Step<Given>[], api: Api, given: Given): Api =>
	steps.reduceRight((behind, { wrap }) => wrap(behind, given), api);
