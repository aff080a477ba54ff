/** The guard of Max Cost before a connection. */
import { failureOf } from '../errors';
import type { Api } from './api';
import { MaxCostError, type Bill, type Reservation } from './bill';

/** A connection that counts what its requests cost, and sends none that could cost more than the user allows. */
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

/** Whether X certainly did not do what was asked: it bills successes only. */
const wasRefused = (error: unknown): boolean =>
	error instanceof MaxCostError || failureOf(error)?.mayBeDone === false;

/** The error of a request, for which nothing is billed that was certainly not done. */
function withoutBill(error: unknown, reservation: Reservation): unknown {
	reservation.failed(wasRefused(error));
	return error;
}
