/** What the tests of reports share: times, and what the simulated X served by its own count. */
import { ads as area } from '../../simulator/ads/area';
import { impressionsIn } from '../../simulator/ads/statsServed';
import { statsOf } from '../../simulator/ads/stats';
import type { Simulator } from '../../support/simulator';

export { account, byId, ids, useAds } from '../ads/support';

const HOUR = 3_600_000;

/** The statistics of X on production. */
export const stats = (sim: Simulator) => statsOf(area.state(sim.platform).production.state);

/** Lets a line item be shown from one moment to another. */
export const deliver = async (
	sim: Simulator,
	lineItemId: string,
	placement: string,
	from: string,
	to: string,
): Promise<void> => {
	await sim.control('ads', 'deliver', {
		lineItemId,
		placement,
		from: Date.parse(from),
		to: Date.parse(to),
	});
};

/** Impressions of a line item between two moments, hour by hour. */
export function impressions(lineItemId: string, placement: string, from: string, to: string): number {
	let sum = 0;
	for (let hour = Date.parse(from); hour < Date.parse(to); hour += HOUR)
		sum += impressionsIn(lineItemId, placement, hour);
	return sum;
}

/** A range of the form. */
export const between = (start: string, end: string) => ({
	range: 'custom',
	start_time: start,
	end_time: end,
});
