/** This file writes one sentence on what a run read and sent, and roughly what it cost. */
import type { Bill } from '../ledger/bill';
import type { Ledger } from '../ledger/ledger';
import { microsOfUsd, type Charge, type Micros } from '../ledger/requestCost';
import { PRICES_DATE } from '../model/prices';
import { asMoney } from '../util/money';
import { counted } from '../report/wording';

const money = (micros: number) => asMoney(micros / 1_000_000);

/** Returns the cost of a run, and of the day. Is undefined if everything was free. */
export function costHint(bill: Bill, day?: Ledger): string | undefined {
	const charges = bill.book.counted.filter(({ least, most }) => least !== 0 || most !== 0);
	const priced = charges.filter(({ most }) => most !== undefined);
	const unknown = charges.filter(({ most }) => most === undefined);
	const sum = priced.reduce((all, { most = 0 }) => all + most, 0);
	const parts = [
		priced.length > 0 && `Cost: ${inAll(priced, sum)}`,
		priced.length > 0 && day !== undefined && ofDay(day, sum),
		bill.book.lost > 0 && `requests that X did not confirm may add ${money(bill.book.lost)}`,
		priced.some(({ unit }) => unit === 'object') && 'read again today (UTC): free',
		unknown.length > 0 && `no public price: ${unknown.map(inWords).join(', ')}`,
		priced.length > 0 && `prices of ${PRICES_DATE}`,
	].filter((part) => part !== false);
	return parts.length === 0 ? undefined : parts.join('; ').replace(/^./, (first) => first.toUpperCase());
}

/** Left out where it is the run alone: other runs, triggers and lists in the editor count too. */
const ofDay = ({ spentUsd, hasLimit, maxUsd }: Ledger, ofRun: Micros): string | false => {
	if (hasLimit) return `today: ${asMoney(spentUsd)} of ${asMoney(maxUsd)}`;
	return microsOfUsd(spentUsd) > ofRun && `today: ${asMoney(spentUsd)}`;
};

/** The sum, with its parts; the price of a single part is the sum. */
function inAll(priced: readonly Charge[], sum: Micros): string {
	const [only, ...others] = priced;
	const isSum = others.length === 0 && only?.least === only?.most;
	const parts = isSum ? priced.map(inWords) : priced.map(withCost);
	return `at most ${money(sum)} (${parts.join(', ')})`;
}

const withCost = (charge: Charge): string => {
	const { least, most = 0 } = charge;
	const range =
		least === most ? money(most) : least === undefined ? 'no public price, up to ' : `${money(least)} to `;
	return `${inWords(charge)} ${least === most ? range : `${range}${money(most)}`}`;
};

function inWords({ name, unit, count }: Charge): string {
	return unit === 'request' ? `${counted(count, unit)} of ${name}` : counted(count, name, plural(name));
}

const plural = (name: string) =>
	name === 'media' || name === 'Analytics' ? name : name.replace(/y$/, 'ie').replace(/$/, 's');
