/** The events against the facts of X, and what their form says. */
import { EVENTS } from '../../../nodes/XCoreTrigger/events';
import { priceOf, properties } from '../../../nodes/XCoreTrigger/startup';
import { requestOf } from '../../../nodes/XCoreTrigger/read';
import { findOperation } from '../../facts';
import prices from '../../facts/prices.json';

const names = Object.keys(EVENTS) as Array<keyof typeof EVENTS>;
const VALUES = {
	id: '1',
	query: 'n8n',
	woeid: 1,
	account_id: 'a',
	entity_type: 'CAMPAIGN',
	entity_id: 'b',
	lead_form_id: 'c',
};
/** The facts have the newer vocabulary. */
const NEWER: Readonly<Record<string, string>> = { 'tweet.fields': 'post.fields' };
const SIMPLIFIED = { mode: 'simplified' as const, fields: [] };

describe.each(names)('%s', (name) => {
	const event = EVENTS[name];
	const fact = findOperation(event.list.route)!;

	it('reads a documented list with documented parameters', () => {
		const ask = { size: 100, since: '5', until: '9', token: 'next' };
		const { method, path, query = [] } = requestOf(event, VALUES, ask, SIMPLIFIED);
		expect(`${method} ${path}`).toMatch(new RegExp(`^${event.list.route.replace(/\{\w+\}/g, '[^/]+')}$`));
		const documented = fact.parameters.map((parameter) => parameter.name);
		expect(
			query.map(([parameter]) => parameter).filter((each) => !documented.includes(NEWER[each] ?? each)),
		).toEqual([]);
	});

	it('takes the documented credentials', () => {
		expect([...fact.auth].sort()).toEqual([...event.list.auth.kinds].sort());
	});

	it('has the highest published price', () => {
		const published = prices.operations.find(({ route }) => route === event.list.route);
		const { usd, unit } = priceOf(event);
		const highest = Math.max(
			published?.usd ?? 0,
			(published as { usdMax?: number } | undefined)?.usdMax ?? 0,
		);
		expect({ usd, unit: usd === 0 ? 'object' : unit }).toEqual({
			usd: highest,
			unit: published?.unit ?? 'object',
		});
	});

	it('is in the menu, with an action, and says what its interval costs', () => {
		const menu = properties.find((property) => property.name === 'event');
		expect(menu).toMatchObject({ displayName: 'Event' });
		expect(menu?.options).toContainEqual(
			expect.objectContaining({ value: name, action: expect.stringMatching(/^On /) as string }),
		);
		const notices = properties.filter(
			({ type, displayOptions }) => type === 'notice' && displayOptions?.show?.event?.includes(name),
		);
		// Every minute, every hour, every day, and anything else; and what does not depend on it, if it has a price.
		const isFree = notices.some(({ displayName }) => displayName.includes('free of charge'));
		expect(notices.length).toBeGreaterThanOrEqual(isFree ? 1 : 4);
	});
});

describe('the cost of an interval', () => {
	const notice = (name: string, mode: string) =>
		properties
			.filter(
				({ type, displayOptions }) =>
					type === 'notice' &&
					displayOptions?.show?.event?.includes(name) &&
					[undefined, mode].includes(
						displayOptions.show['/pollTimes.item[0].mode']?.[0] as string | undefined,
					) &&
					displayOptions.hide === undefined,
			)
			.map(({ displayName }) => displayName)
			.join(' ');

	it.each([
		['mention', 'everyMinute', '1,440 requests a day, at no cost', 'new Post costs $0.005.'],
		// 5 followers at 0.01 USD, read 1,440 times.
		['follower', 'everyMinute', '$0.05 a day and $1.50 in 30 days', 'at any interval'],
		['follower', 'everyHour', '24 requests a day', '$0.05 a day'],
		['trend', 'everyMinute', 'at most $14.4', ''],
		['entityChanged', 'everyDay', 'Each poll is 1 request', 'free of charge'],
		// Begin an export, ask for its state, download it.
		['lead', 'everyMinute', 'Each poll is at least 3 requests', 'free of charge'],
	])('of %s %s', (name, mode, ...parts) => {
		for (const part of parts) expect(notice(name, mode)).toContain(part);
	});
});
