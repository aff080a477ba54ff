/** The rate limits of the facts against the tables of the page on rate limits. */
import { isEqual, sortBy } from 'lodash';
import { documentedLimits, keyOf, type DocumentedLimits } from '../../test/facts';
import { listDifferences, type Difference } from './differences';
import { tablesOf } from './markdown';
import { Unreadable } from './source';

type Windows = NonNullable<DocumentedLimits['app']>;

const SECONDS: Readonly<Record<string, number>> = {
	sec: 1,
	min: 60,
	hr: 3600,
	hour: 3600,
	day: 86_400,
};

/** Limits such as `1/sec, 300/15min`; empty where the page has a dash. */
function windowsOf(cell: string): Windows {
	return cell
		.split(/,(?!\d{3})/)
		.map((part) => part.trim())
		.filter((part) => !/^[—–-]?$/.test(part))
		.map((part) => {
			const [, requests, count, unit] = /^([\d,]+)\s*\/\s*(\d*)\s*([a-z]+?)s?$/i.exec(part) ?? [];
			const seconds = SECONDS[unit?.toLowerCase() ?? ''];
			if (requests === undefined || seconds === undefined) {
				throw new Unreadable(`The page on rate limits has a limit that cannot be read: ${part}.`);
			}
			return { requests: Number(requests.replaceAll(',', '')), seconds: Number(count || 1) * seconds };
		});
}

/** The limits of every table on the page. */
export function publishedLimits(page: string): DocumentedLimits[] {
	return tablesOf(page)
		.flat()
		.flatMap((cells): DocumentedLimits[] => {
			const { Method: method, Endpoint: path, 'Per App': app, 'Per User': user } = cells;
			if (!method || !path || app === undefined || user === undefined) return [];
			const route = `${method} ${path.replace(/:(\w+)/g, '{$1}')}`;
			const [ofApp, ofUser] = [windowsOf(app), windowsOf(user)];
			return [{ route, ...(ofApp.length > 0 && { app: ofApp }), ...(ofUser.length > 0 && { user: ofUser }) }];
		});
}

const inWords = (windows: Windows = []): string =>
	windows.map(({ requests, seconds }) => `${requests} in ${seconds} s`).join(' and ') || 'none';

const isSame = (one: Windows = [], other: Windows = []): boolean =>
	isEqual(sortBy(one, 'seconds'), sortBy(other, 'seconds'));

/** Compares the limits of the page with the facts. */
export function limitDifferences(page: string): Difference[] {
	const published = publishedLimits(page);
	if (published.length === 0)
		throw new Unreadable('The page on rate limits has no table of limits any more.');
	return listDifferences(documentedLimits(), published, {
		subject: 'Rate limits',
		factKey: ({ route }) => keyOf(route),
		publishedKey: ({ route }) => keyOf(route),
		added: ({ route, app, user }) => `${route}: ${inWords(app)} for an app, ${inWords(user)} for a user`,
		gone: ({ route }) => route,
		compare: (fact, { route, app, user }) => [
			...(isSame(fact.app, app)
				? []
				: [`${route}: ${inWords(app)} for an app; the facts have ${inWords(fact.app)}`]),
			...(isSame(fact.user, user)
				? []
				: [`${route}: ${inWords(user)} for a user; the facts have ${inWords(fact.user)}`]),
		],
	});
}
