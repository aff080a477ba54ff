/** Every documented bound of a length, a number or a list is held by the field of its operation. */
import { findOperation, type Parameter } from '../../facts';
import { rows, text } from '../../../nodes/shared/fields';
import { InvalidValue, type Field } from '../../../nodes/shared/operation/operation';
import { records } from './support/records';

/** Fields and what is documented about them; the engine itself sends what pages. */
const bounded = records().flatMap(({ label, operation: { route, fields, paging } }) => {
	const { parameters = [], body } = findOperation(route) ?? {};
	const ofPaging: Array<string | undefined> = paging ? [paging.request, paging.size] : [];
	return [...parameters, ...(body?.fields ?? [])]
		.filter(({ name }) => !ofPaging.includes(name))
		.flatMap((parameter) => {
			const found = Object.entries(fields).find(([key, field]) => (field.wire ?? key) === parameter.name);
			return found?.[1].property ? [{ what: `${label} ${parameter.name}`, field: found[1], parameter }] : [];
		});
});

/** Bounds that the field alone does not hold, each with its reason. */
const ELSEWHERE: Readonly<Record<string, string>> = {
	'xAdsAnalytics.report.get entity_ids': 'several requests take them',
	'xAdsAnalytics.report.download job_ids': 'several requests take them',
	'xAdsAnalytics.report.getStatus job_ids': 'several requests take them',
	'xAdsAnalytics.report.start entity_ids': 'several jobs take them',
	'xAdsAnalytics.reach.getForCampaigns campaign_ids': 'several requests take them',
	'xAdsAnalytics.reach.getForFundingInstruments funding_instrument_ids': 'several requests take them',
	'xCore.media.getAnalytics media_keys': 'several requests take them',
	'xCore.media.getMany media_keys': 'several requests take them',
	'xCore.post.getAnalytics ids': 'several requests take them',
	'xCore.post.getMany ids': 'several requests take them',
	'xLive.space.getMany ids': 'several requests take them',
	'xCore.user.getMany ids': 'several requests take them',
	'xAdsMeasurement.abTest.getMany live_during': 'made of two dates',
	'xCatalog.productSet.createFiltered filters': 'rows of a form',
	'xChat.group.enableInvite decrypted_avatar_url': 'takes addresses only',
	'xCoreAdmin.webhook.create url': 'a rule of the operation reads the whole address',
	'xCoreAdmin.bot.create handle': 'takes usernames only, which have this bound',
	'xCoreAdmin.bot.update handle': 'takes usernames only, which have this bound',
	'xAdsCampaigns.lineItem.create bid_amount_local_micro': 'a rule of the operation asks for more than 0',
	'xAdsCampaigns.lineItem.update bid_amount_local_micro': 'a rule of the operation asks for more than 0',
};

function answer(field: Field, value: unknown): unknown {
	let failure: unknown;
	try {
		return field.encode(value, { timezone: 'UTC', parameter: () => 'micros' });
	} catch (error) {
		failure = error;
	}
	if (failure instanceof InvalidValue) return failure.message;
	throw failure;
}

const texts = (count: number) => Array.from({ length: count }, (_, index) => String(index + 1));
const of = <T>(read: (parameter: Parameter) => T | undefined) =>
	bounded.flatMap(({ what, field, parameter }) => {
		const bound = read(parameter);
		return bound === undefined || what in ELSEWHERE ? [] : [[what, bound, field] as const];
	});

describe('a documented bound', () => {
	const lists = of(({ list, type, maxItems }) => (list && type !== 'object' ? maxItems : undefined));
	it.each(lists)('%s takes at most %d values', (_what, most, field) => {
		// Keys and addresses of the documentation; numbers are IDs.
		const of = ['US', '3_1', 'card://1'].find((entry) => String(answer(field, entry)) === entry);
		const entries = texts(most + 1).map((each) =>
			String(answer(field, each)) === each ? each : (of ?? each),
		);
		expect(answer(field, entries.join(','))).toBe(`takes at most ${most} values, and has ${most + 1}`);
		expect(answer(field, entries.slice(1).join(','))).toHaveLength(most);
	});

	it('counts the entries of a list of objects', () => {
		const ofObjects = of(({ list, type, maxItems }) => (list && type === 'object' ? maxItems : undefined));
		for (const [what, most, field] of [...ofObjects, ['rows', 2, rows({ url: text() }, { max: 2 })] as const])
			expect([
				what,
				answer(
					field,
					texts(most + 1).map(() => ({})),
				),
			]).toEqual([what, `takes at most ${most} entries, and has ${most + 1}`]);
	});

	it.each(of(({ maxLength, list }) => (list ? undefined : maxLength)))(
		'%s is at most %d characters long',
		(_what, most, field) => {
			expect(answer(field, 'x'.repeat(most + 1))).toContain(
				`must be at most ${most.toLocaleString('en')} characters long`,
			);
			expect(answer(field, 'x'.repeat(most))).toBe('x'.repeat(most));
		},
	);

	it.each(of(({ min, list }) => (list ? undefined : min)))('%s is at least %d', (_what, least, field) => {
		expect(answer(field, least - 1)).toMatch(/^must be/);
		expect(answer(field, least)).toBe(least);
	});

	it.each(of(({ max, list }) => (list ? undefined : max)))('%s is at most %d', (_what, most, field) => {
		expect(answer(field, most + 1)).toMatch(/^must be/);
		expect(answer(field, most)).toBe(most);
	});

	it('is known for lists of identifiers, names and order numbers', () => {
		expect(lists.length).toBeGreaterThan(20);
		const whats = bounded.map(({ what }) => what);
		expect(Object.keys(ELSEWHERE).filter((what) => !whats.includes(what))).toEqual([]);
	});
});
