/** An amount in US dollars: $0.015, $0.50, $1,234.00. */
export const asMoney = (usd: number): string =>
	`$${usd.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 6 })}`;
