import { BoundedMap, MOST } from './boundedMap';
import { dayOf } from '../util/time';

/** Limits reports to one a day (UTC), as far as this process knows. */
export class OncePerDay {
	private readonly days = new BoundedMap<string, number>(MOST);

	/** Checks whether something happens for the first time today. It counts as reported from then on. */
	isFirst(what: string, time: number): boolean {
		const day = dayOf(time);
		if (this.days.get(what) === day) return false;
		this.days.set(what, day);
		return true;
	}
}
