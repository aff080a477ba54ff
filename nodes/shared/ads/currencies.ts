/**
 * Currencies whose unit is worth much less than a US dollar, by the power of ten that is nearest to the price of one. It
 * says which amounts are plausible, so that only the order of magnitude matters.
 *
 * The currencies are those that X documents (https://docs.x.com/x-ads-api/fundamentals/currency, read on 2026-11-23)
 * and others of countries where ads are sold. Rates change, but hardly by a power of ten: on 2024-08-22 the IMF had 145
 * JPY, 1,332 KRW, 919 CLP and 84 INR for one USD (https://www.brecorder.com/news/40319001, read on 2026-11-23).
 */
const UNITS = `
10 BRL CNY CZK DKK GTQ HKD HNL MAD MXN NOK SEK UAH ZAR;
100 BDT DOP DZD EGP INR ISK JMD JPY KES NPR PHP PKR RSD RUB THB TRY TWD UYU;
1000 AMD ARS CLP CRC HUF IQD KRW KZT LKR MMK NGN RWF TZS;
10000 COP IDR PYG UGX UZS VND;
100000 IRR LBP VEF`;

const UNITS_OF: ReadonlyMap<string, number> = new Map(
	UNITS.split(';').flatMap((row) => {
		const [units = '', ...currencies] = row.trim().split(/\s+/);
		return currencies.map((currency): [string, number] => [currency, Number(units)]);
	}),
);

/** The power of ten of the currency with the smallest unit. */
export const MOST_UNITS = Math.max(...UNITS_OF.values());

/** About how many units of a currency are worth one US dollar. */
export const unitsOf = (currency: string): number => UNITS_OF.get(currency.toUpperCase()) ?? 1;
