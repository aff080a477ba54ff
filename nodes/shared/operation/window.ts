/** Checks two times: the second must be later than the first. */
import { broken, type BrokenRule } from './operation';

type Times<Start extends string, End extends string> = {
	readonly [name in Start | End]?: string | number | undefined;
};

const momentOf = (time: string | number) => (typeof time === 'number' ? time * 1000 : Date.parse(time));

const written = (time: string | number) =>
	typeof time === 'number' ? new Date(time * 1000).toISOString().replace('.000', '') : time;

/** Makes a rule for two times, in ISO 8601 or in seconds. It blames the second one, which people fill in last. */
export const endsAfter = <Start extends string, End extends string>(
	start: Start,
	end: End,
	mayBeEqual = false,
) =>
	function* (values: Times<Start, End>): Generator<BrokenRule<End>> {
		const [from, to] = [values[start], values[end]];
		if (from === undefined || to === undefined || from === '' || to === '') return;
		const [first, last] = [momentOf(from), momentOf(to)];
		if (mayBeEqual ? last < first : last <= first)
			yield broken(end, 'after', `must be after {${start}} (${written(to)} is not after ${written(from)})`);
	};

/** For a window with the usual field names. */
export const checkWindow = endsAfter('start_time', 'end_time');

export const checkWindowOrMoment = endsAfter('start_time', 'end_time', true);
