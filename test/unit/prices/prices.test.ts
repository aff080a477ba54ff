/** The node's tables of prices and rate limits against the facts: agreement is with the public sources. */
import { omit } from 'lodash';
import { PRICES_DATE, priceOf, priceOfEvent, type Price } from '../../../nodes/shared/model/prices';
import { documentedLimits } from '../../../nodes/shared/model/rateLimits';
import { reportResource } from '../../../nodes/XAdsAnalytics/resources/report';
import { entities } from '../../../nodes/shared/model/entities';
import { describeOperation } from '../../../nodes/shared/form/operationText';
import { MOST_INCLUDED, mostObjects } from '../../../nodes/shared/ledger/requestCost';
import { spec } from '../../support/coreNodes';
import * as facts from '../../facts';
import { unexplained } from '../tree/support/differences';

/** A row of the facts in the words of the table. */
function asPrice(row: facts.Price): Price | undefined {
	const { unit, kind, usd, usdMax, ownedUsd, enterpriseOnly, liveType, variants } = row;
	if (!unit || kind === undefined) return undefined;
	const summoned = variants?.find(({ when }) => when.startsWith('summoned reply'))?.usd;
	const link = variants?.find(({ when }) => when === 'text contains a URL')?.usd;
	return JSON.parse(
		JSON.stringify({
			kind,
			unit,
			usd: usd ?? undefined,
			usdMax,
			ownedUsd,
			linkUsd: link,
			summonedUsd: summoned,
			enterpriseOnly: enterpriseOnly || undefined,
			live: liveType,
		}),
	) as Price;
}

const ofX = (price: Price | undefined) => price && omit(price, ['largestPage']);

/** Routes that X Core asks for: those of its records, and those by which look-ups are gathered. */
const routes = spec.resources.flatMap(({ value, operations }) =>
	Object.entries(operations).flatMap(([name, { route, gather: many }]) =>
		[route, ...(many ? [many.route] : [])].map((each) => ({
			label: `${value}.${name}: ${each}`,
			route: each,
		})),
	),
);

const CONTRACT = 'https://docs.x.com/x-api/powerstream/introduction: Enterprise, priced by contract';

/** Routes without a row in the facts, and why. A row of the facts without a price says that no public source names one. */
const UNLISTED = {
	'customApiCall.send: GET /': 'stands for any request; the path that is sent is looked up',
	'health.check: GET /': 'asks for the account and for the usage, and its description has the price',
	'powerStreamRule.create: POST /2/powerstream/rules': CONTRACT,
	'powerStreamRule.delete: DELETE /2/powerstream/rules': CONTRACT,
	'powerStreamRule.getMany: GET /2/powerstream/rules': CONTRACT,
	'token.exchange: POST /2/oauth2/token': 'no public source names a price',
	'usage.estimateCost: GET /': 'sends no request',
	'usage.getCostOfToday: GET /': 'sends no request',
};

describe('the prices', () => {
	it('are those of the facts for every route that X Core asks for', () => {
		const compared = routes.map(({ label, route }) => {
			const row = facts.allPrices().find((price) => facts.keyOf(price.route) === facts.keyOf(route));
			return { label, own: ofX(priceOf(route)), row, fact: row && asPrice(row) };
		});
		expect(compared.map(({ label, own }) => ({ label, price: own }))).toEqual(
			compared.map(({ label, fact }) => ({ label, price: fact })),
		);
		const without = compared.filter(({ row }) => row === undefined).map(({ label }) => label);
		expect(unexplained(without, UNLISTED)).toEqual([]);
	});

	it('are those of the facts for every other route that has one, events aside', () => {
		const isEvents = ({ route, kind = '' }: facts.Price) =>
			route.endsWith('/stream') || kind === 'stream' || kind === 'Spec';
		const wrong = facts
			.allPrices()
			.filter((row) => !isEvents(row))
			.filter(
				(row) => JSON.stringify(sorted(ofX(priceOf(row.route)))) !== JSON.stringify(sorted(asPrice(row))),
			);
		expect(wrong.map(({ route }) => route)).toEqual([]);
		expect(facts.allPrices().filter((row) => priceOf(row.route) !== undefined).length).toBeGreaterThan(130);
	});

	it('are of the same day', () => {
		expect(PRICES_DATE).toBe(facts.pricesDate());
	});

	it('are found by what is sent as well, fixed parts before names', () => {
		expect(priceOf('GET /2/users/2244994945')?.kind).toBe('User: Read');
		expect(priceOf('GET /2/users/by/username/XDevelopers')?.usd).toBe(0.01);
		expect(priceOf('GET /2/users/me')?.usd).toBe(0);
		expect(priceOf('GET /2/users/12/followers')?.ownedUsd).toBe(0.001);
		expect(priceOf('GET /12/accounts')).toBeUndefined();
		expect(priceOf('GET /2/broadcasts/1')).toBeUndefined();
	});

	it('of events are those of the facts', () => {
		const notOwn = /filtered stream webhook|Account Activity/;
		const names: Readonly<Record<string, string>> = {
			'filtered stream: Post delivered': 'stream.post',
			'profile.update.*': 'profile.update.bio',
			'chat.conversation_join (= chat.conversation.join)': 'chat.conversation.join',
		};
		for (const { event, usd, usdMax } of facts.eventPrices().filter((row) => !notOwn.test(row.event))) {
			const price = priceOfEvent(names[event] ?? event);
			expect({ event, usd: price?.usd ?? null, usdMax: price?.usdMax }).toEqual({ event, usd, usdMax });
		}
	});
});

const sorted = (price: object | undefined) =>
	price && Object.fromEntries(Object.entries(price).sort(([a], [b]) => a.localeCompare(b)));

describe('the bound of what a request reads', () => {
	it('is not below the largest documented page where no size is sent', () => {
		const small = facts
			.coreOperations()
			.filter(({ route, paging }) => priceOf(route)?.unit === 'object' && paging?.max !== undefined)
			.filter(({ route, path, paging }) => {
				const price = priceOf(route)!;
				return mostObjects({ method: 'GET', path, template: path }, price) < (paging?.max ?? 0);
			});
		expect(small.map(({ route }) => route)).toEqual([]);
	});

	it('is one for a look-up of one', () => {
		const wrong = facts
			.coreOperations()
			.filter(
				({ route, method, answer }) =>
					method === 'GET' && answer === 'one' && priceOf(route)?.unit === 'object',
			)
			.filter(
				({ route, path }) => mostObjects({ method: 'GET', path, template: path }, priceOf(route)!) !== 1,
			);
		expect(wrong.map(({ route }) => route)).toEqual([]);
	});

	it('is known of every expansion that does not name any number of entities', () => {
		const names = Object.values(entities).flatMap(({ expansions = [] }) =>
			expansions.flatMap(({ name, newer }) => [name, ...(newer === undefined ? [] : [newer])]),
		);
		expect([...new Set(names)].filter((name) => !MOST_INCLUDED[name]).sort()).toEqual([
			'admin_ids',
			'entities.mentions.username',
			'entities.note.mentions.username',
			'host_ids',
			'invited_user_ids',
			'member_ids',
			'participant_ids',
			'speaker_ids',
		]);
	});
});

describe('the documented rate limits', () => {
	it('are those of the page', () => {
		for (const { route, app, user } of facts.documentedLimits())
			expect({ route, app: documentedLimits(route, 'app'), user: documentedLimits(route, 'user') }).toEqual({
				route,
				app,
				user,
			});
	});
});

describe('the menu', () => {
	const texts = spec.resources.flatMap(({ value, operations }) =>
		Object.entries(operations).map(([name, operation]) => ({
			name: `${value}.${name}`,
			text: describeOperation(operation),
			row: facts.allPrices().find(({ route }) => facts.keyOf(route) === facts.keyOf(operation.route)),
		})),
	);
	const textOf = (wanted: string) => texts.find(({ name }) => name === wanted)?.text;

	it('says of every operation what it costs at most, and of free ones nothing', () => {
		const said = (text: string) => {
			if (text.includes('(no public price)')) return undefined;
			return Number(/\((?:costs )?(?:up to )?\$([\d.]+)[^()]*\)\.?$/.exec(text)?.[1] ?? 0);
		};
		const compared = texts.filter(
			({ name }) =>
				!/^(customApiCall|health.check|trust.forget|trust.getMany|usage.estimateCost|usage.getCostOfToday)/.test(
					name,
				),
		);
		expect(compared.map(({ name, text }) => [name, said(text)])).toEqual(
			compared.map(({ name, row }) => [name, row?.usdMax ?? row?.usd ?? undefined]),
		);
	});

	it('says it in the words of what is read or done', () => {
		expect(textOf('post.create')).toMatch(/ \(costs \$0\.015, with a link \$0\.20\)$/);
		expect(textOf('user.getFollowers')).toMatch(/ \(\$0\.01 for each user\)$/);
		expect(textOf('user.getMe')).toMatch(/ \(up to \$0\.01 for each user\)$/);
		expect(textOf('post.countAll')).toMatch(/ \(\$0\.01 for each request\)$/);
		expect(textOf('post.delete')).toMatch(/ \(costs \$0\.005\)\.$/);
		expect(textOf('webhook.getMany')).not.toContain('$');
		// Its own route is free; the Posts that it reads are not.
		expect(describeOperation(reportResource.operations['getWhatWorked']!)).toMatch(
			/ \(\$0\.005 for each Post, usually up to \$0\.01 for what it reads first\)$/,
		);
	});
});
