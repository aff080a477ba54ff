/** Fields and rules that several resources of the core API share. */
import { z } from 'zod';
import { choice, choices, date, filters, id, ids, type Choices } from '../fields';

export const searchWindow = filters({
	start_time: date({ description: 'Only Posts from this time on' }),
	end_time: date({ description: 'Only Posts before this time' }),
	since_id: id({ label: 'Since Post ID', description: 'Only Posts newer than this one' }),
	until_id: id({ label: 'Until Post ID', description: 'Only Posts older than this one' }),
});

/** X looks up at most 100 entities in one request; more are looked up in several. */
export const anyIds = (label: string) =>
	ids({ label, max: undefined, description: 'IDs, separated by commas. Each 100 are one request.' });

export const UP_TO_100_USERS = 'Up to 100 users by ID, @username or profile URL, separated by commas';
export const ANY_USERS =
	'Users by ID, @username or profile URL, separated by commas. Each 100 are one request.';

export const analyticsWindow = {
	start_time: date({ description: 'Count from this time' }),
	end_time: date({ description: 'Count up to this time' }),
};

/** The periods that analytics can count. Always sent: version 2.166 of the description requires the parameter. */
export const analyticsGranularity = (name: string, periods: Choices, byDefault: string) => ({
	...choice(periods, { default: byDefault, description: 'Length of each period that is counted' }),
	name,
});

export const excluding = filters({
	exclude: choices(
		{ replies: 'Replies', retweets: 'Reposts' },
		{ description: 'Types of Posts to leave out' },
	),
});

const records = z.array(z.record(z.unknown())).catch([]);
const manySchema = z.object({ data: records, errors: records });

/** Reads the result for each of several things: X reports those that it refused in `errors` beside the data. */
export const eachOf = (id: string, flag: string) => (body: unknown) => {
	const { data, errors } = manySchema.safeParse(body).data ?? { data: [], errors: [] };
	const refused = errors.filter((error) => error[id] !== undefined);
	return [...data, ...refused.map((error) => ({ [flag]: false, ...error }))];
};
