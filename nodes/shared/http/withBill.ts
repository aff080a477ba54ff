/** Enforces Max Cost in front of a connection. */
import { failureOf } from '../errors';
import type { Api } from './api';
import { MaxCostError, type Bill, type Reservation } from '../guard/bill';

/** A connection that counts the cost of its requests and sends none that could exceed the user's limit. */
export const withBill = (api: Api, bill: Bill): Api => ({
	...api,
	room: (request, wanted) => bill.room(request, wanted),
	async send(request) {
		const reservation = await bill.reserve(request.prepare?.() ?? request);
		try {
			let sent = request;
			const prepare = () => {
				sent = request.prepare?.() ?? request;
				reservation.cover(sent);
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

/** Whether X certainly did nothing: it bills successes only. */
const wasRefused = (error: unknown): boolean =>
	error instanceof MaxCostError || failureOf(error)?.mayBeDone === false;

/** The error of a request. If X certainly did nothing, its reservation is freed. */
function withoutBill(error: unknown, reservation: Reservation): unknown {
	reservation.failed(wasRefused(error));
	return error;
}
