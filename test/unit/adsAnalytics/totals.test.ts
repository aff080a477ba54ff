/** Rows of sums, against sums made here. */
import { Totals, type TotalKind } from '../../../nodes/XAdsAnalytics/report/totals';
import { fc } from '../../support/properties';

const row = (day: number, currency: string, spent: number | null, more: object = {}) => ({
	id: `c${day}`,
	currency,
	date: `2026-05-0${day}`,
	start: `2026-05-0${day}T00:00:00-07:00`,
	end: `2026-05-0${day + 1}T00:00:00-07:00`,
	billed_charge: spent,
	clicks: spent === null ? null : 1,
	account_id: 'a',
	entity: 'CAMPAIGN',
	...more,
});

function totalsOf(rows: readonly Record<string, unknown>[], kind: TotalKind = 'range') {
	const totals = new Totals({ kind, metrics: ['billed_charge', 'clicks'], hasRates: true });
	for (const one of rows) totals.add(one);
	return [...totals.rows()];
}

it('add up the whole range, apart for each currency', () => {
	const rows = [row(1, 'USD', 0.1), row(2, 'USD', 0.2), row(2, 'EUR', 5), row(3, 'USD', null)];
	expect(totalsOf(rows)).toEqual([
		{
			id: null,
			name: 'Total',
			currency: 'USD',
			start: '2026-05-01T00:00:00-07:00',
			end: '2026-05-04T00:00:00-07:00',
			billed_charge: 0.3,
			clicks: 2,
			cpc: 0.15,
			account_id: 'a',
			entity: 'CAMPAIGN',
			is_total: true,
		},
		expect.objectContaining({ currency: 'EUR', billed_charge: 5, cpc: 5 }),
	]);
});

it('add up each day, and say where a row lacks something', () => {
	const rows = [row(1, 'USD', 1), row(1, 'USD', 2, { incomplete: true }), row(2, 'USD', null)];
	expect(totalsOf(rows, 'interval')).toEqual([
		expect.objectContaining({ date: '2026-05-01', billed_charge: 3, incomplete: true }),
		expect.objectContaining({ date: '2026-05-02', billed_charge: null, clicks: null, cpc: null }),
	]);
	expect(totalsOf(rows, 'interval')[1]).not.toHaveProperty('incomplete');
});

it('have a result where all rows have the same objective', () => {
	const rows = [
		row(1, 'USD', 1, { objective: 'WEBSITE_CLICKS' }),
		row(2, 'USD', 3, { objective: 'WEBSITE_CLICKS' }),
	];
	expect(totalsOf(rows)[0]).toMatchObject({ result_type: 'clicks', result: 2, cost_per_result: 2 });
	expect(totalsOf([...rows, row(3, 'USD', 1, { objective: 'REACH' })])[0]).not.toHaveProperty('result');
});

it('lose no part of a cent', () => {
	fc.assert(
		fc.property(fc.array(fc.integer({ min: 0, max: 10 ** 9 }), { minLength: 1, maxLength: 50 }), (micros) => {
			const [total] = totalsOf(micros.map((each) => row(1, 'USD', each / 1e6)));
			const exact = micros.reduce((sum, each) => sum + each, 0);
			expect(Math.round(Number(total?.['billed_charge']) * 1e6)).toBe(exact);
		}),
	);
});
