/** Enforces limits on cost in front of a connection: Max Cost of a run, and the day's limit of a credential. */
import { failureOf } from '../errors';
import type { Api } from './api';
import type { Ledger, Reservation } from '../ledger/ledger';
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
