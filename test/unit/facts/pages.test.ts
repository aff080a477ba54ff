/**
 * The tables of the price page, of the page on rate limits and of the webhook pages against the facts. The pages are
 * made in the shape of docs.x.com, so that a planted change is the only one.
 */
import { changelogDifferences, entriesOf } from '../../../scripts/facts/changelog';
import { lineOf, type Difference } from '../../../scripts/facts/differences';
import { limitDifferences, publishedLimits } from '../../../scripts/facts/limits';
import { plain, sectionOf, tablesOf } from '../../../scripts/facts/markdown';
import { priceDifferences } from '../../../scripts/facts/prices';
import { webhookDifferences } from '../../../scripts/facts/webhooks';
import {
	allPrices,
	documentedLimits,
	eventPrices,
	priceRows,
	readChangelog,
	webhookFacts,
} from '../../facts';

const lines = (differences: readonly Difference[]) => differences.map(lineOf);

const table = (head: readonly string[], rows: ReadonlyArray<readonly string[]>) =>
	[head, head.map(() => ':---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

describe('Markdown', () => {
	const page = [
		'# Page',
		'| Name | Cost |',
		'|:-----|-----:|',
		'| **[One](/x/one)** | &dollar;0.010 |',
		'| `min\\_likes` a\\|b | \\$2 |',
		'',
		'## Next',
		'| no table |',
		'### Deeper',
		'text',
		'## Last',
	].join('\n');

	it('gives its tables without marks', () => {
		expect(tablesOf(page)).toEqual([
			[
				{ Name: 'One', Cost: '$0.010' },
				{ Name: 'min_likes a|b', Cost: '$2' },
			],
		]);
	});

	it('gives a section with the headings below its own', () => {
		expect(sectionOf(page, 'Next')).toBe('| no table |\n### Deeper\ntext');
		expect(sectionOf(page, 'None')).toBe('');
		expect(plain('A **strong** [link](https://docs.x.com)')).toBe('A strong link');
	});
});

const pricePage = () => {
	const cost = (amount: number) => `&dollar;${amount.toFixed(3)}`;
	const rows = (per: 'resource' | 'request') =>
		priceRows()
			.filter((row) => row.per === per)
			.map(({ row, usd }) => [`**${row}**`, `${cost(usd)} per ${per}`]);
	const events = eventPrices()
		.filter(({ sources }) => sources.includes('pricing'))
		.map(({ event, usd }) => [`\`${event.split(' ')[0] ?? ''}\``, usd ? `&dollar;${usd}` : 'Not billed']);
	const owned = allPrices().filter(({ ownedUsd }) => ownedUsd !== undefined);
	return [
		'### Read operations',
		table(['Resource', 'Unit cost'], rows('resource')),
		'### Write operations',
		table(['Action', 'Unit cost'], rows('request')),
		'### Webhook events',
		table(['Event', 'Cost per event'], events),
		'## Owned Reads',
		'These endpoints are priced at **&dollar;0.001 per resource** (1,000 for &dollar;1).',
		table(
			['Endpoint', 'Description'],
			owned.map(({ route }) => [`\`${route}\``, 'Yours']),
		),
		'## Other',
		table(['Purchase', 'Rate'], [['&dollar;100', '10%']]),
	].join('\n\n');
};

describe('the price page', () => {
	it('equals the facts', () => {
		expect(priceDifferences(pricePage())).toEqual([]);
	});

	it.each<[string, string, string[]]>([
		[
			'| **Space: Read** | &dollar;0.005 per resource |',
			'| **Space: Read** | &dollar;0.006 per resource |',
			[
				'changed · Prices: Space: Read costs $0.006 per resource; the facts have $0.005 per resource (4 operations)',
			],
		],
		[
			'| **Trends** | &dollar;0.010 per request |',
			'| **Trends** | &dollar;0.010 per request |\n| **Poll: Vote** | &dollar;1,000 per request |',
			['added · Prices: Poll: Vote at $1000 per request'],
		],
		['| **Trends** | &dollar;0.010 per request |\n', '', ['gone · Prices: Trends (2 operations)']],
		[
			'| `dm.sent` | Not billed |',
			'| `dm.sent` | &dollar;0.01 |',
			['changed · Prices: event dm.sent costs $0.01; the facts have $0'],
		],
		[
			'| `dm.sent` | Not billed |',
			'| `dm.sent` | Not billed |\n| `broadcast.start` | &dollar;0.005 |\n| `space.new` | Not billed |',
			[
				'changed · Prices: event broadcast.start costs $0.005; the facts have no price',
				'added · Prices: event space.new at $0',
			],
		],
		[
			'| `GET /2/users/{id}/tweets` |',
			'| `GET /2/users/{id}/likes` |',
			[
				'added · Prices: GET /2/users/{id}/likes as an owned read',
				'gone · Prices: GET /2/users/{id}/tweets as an owned read',
			],
		],
	])('shows that %s became %s', (before, after, expected) => {
		const page = pricePage();
		expect(page).toContain(before);
		expect(lines(priceDifferences(page.replace(before, after)))).toEqual(expected);
	});

	it('is not equal where nothing can be found in it', () => {
		expect(() => priceDifferences('# Pricing\n\nSee the console.')).toThrow('has no table of prices');
		expect(() => priceDifferences(pricePage().replace('0.005 per resource', 'call us'))).toThrow('call us');
	});
});

const windowAs = ({ requests, seconds }: { requests: number; seconds: number }) => {
	const units: Readonly<Record<number, string>> = { 1: 'sec', 86_400: '24hrs' };
	return `${requests.toLocaleString('en')}/${units[seconds] ?? `${seconds / 60}min`}`;
};

const limitPage = () =>
	[
		'### Posts',
		table(
			['Method', 'Endpoint', 'Per App', 'Per User', 'Notes'],
			documentedLimits().map(({ route, app = [], user = [] }) => {
				const [method = '', path = ''] = route.split(' ');
				const cells = [app, user].map((windows) => windows.map(windowAs).join(', ') || '—');
				return [method, `\`${path.replace(/\{(\w+)\}/g, ':$1')}\``, ...cells, ''];
			}),
		),
	].join('\n');

describe('the page on rate limits', () => {
	it('has windows of seconds, minutes and hours', () => {
		const page = table(
			['Method', 'Endpoint', 'Per App', 'Per User'],
			[
				['GET', '`/2/tweets/search/all`', '1/sec, 300/15min', '1/sec'],
				['POST', '`/2/tweets`', '10,000/24hrs', '—'],
			],
		);
		expect(publishedLimits(page)).toEqual([
			{
				route: 'GET /2/tweets/search/all',
				app: [
					{ requests: 1, seconds: 1 },
					{ requests: 300, seconds: 900 },
				],
				user: [{ requests: 1, seconds: 1 }],
			},
			{ route: 'POST /2/tweets', app: [{ requests: 10_000, seconds: 86_400 }] },
		]);
	});

	it('is compared row by row', () => {
		expect(limitDifferences(limitPage())).toEqual([]);
		const changed = limitPage()
			.replace('| GET | `/2/tweets` | 3,500/15min |', '| GET | `/2/tweets` | 100/15min |')
			.replace('| DELETE | `/2/tweets/:id` |', '| DELETE | `/2/posts/:id` |');
		expect(lines(limitDifferences(changed))).toEqual([
			'changed · Rate limits: GET /2/tweets: 100 in 900 s for an app; the facts have 3500 in 900 s',
			'added · Rate limits: DELETE /2/posts/{id}: none for an app, 50 in 900 s for a user',
			'gone · Rate limits: DELETE /2/tweets/{id}',
		]);
	});

	it('is not equal where nothing can be found in it', () => {
		expect(() => limitDifferences('# Rate limits')).toThrow('has no table of limits');
		expect(() => limitDifferences(limitPage().replace('3,500/15min', 'plenty'))).toThrow('plenty');
	});
});

const update = (label: string, title: string, text = '') =>
	`<Update label="${label}" description="X API v2">\n  ### ${title}\n\n  ${text}\n</Update>\n`;

describe('the changelog', () => {
	const { newest } = readChangelog();
	const known = newest.titles.map((title) => update(newest.date, title)).join('\n');

	it('has entries with a date, a title and the paths that they mention', () => {
		const page = `# Changelog\n\n${update('Oct 2, 2026', '**New** field `lang`', 'See `GET /2/tweets/{id}` and /2/users/me.')}`;
		expect(entriesOf(page)).toEqual([
			{
				date: '2026-10-02',
				about: 'X API v2',
				title: 'New field lang',
				paths: ['/2/tweets/{id}', '/2/users/me'],
			},
		]);
	});

	it('is taken in up to its newest day', () => {
		expect(changelogDifferences(`${known}${update('Jan 3, 2020', 'Old news')}`)).toEqual([]);
	});

	it('shows what came later, and what came later on that day', () => {
		const later = update('Dec 24, 2099', 'Bells', 'Call POST /2/bells.') + update(newest.date, 'One more');
		expect(lines(changelogDifferences(later + known))).toEqual([
			'added · Changelog: 2099-12-24, X API v2: Bells (/2/bells)',
			`added · Changelog: ${newest.date}, X API v2: One more`,
		]);
	});

	it('is not equal where nothing can be found in it', () => {
		expect(() => changelogDifferences('# Moved')).toThrow('no entry');
		expect(() => changelogDifferences(update('soon', 'Bells'))).toThrow('soon');
	});
});

describe('the webhook pages', () => {
	const pages = () => {
		const wordsOn = (page: string) =>
			webhookFacts().rules.flatMap((rule) => (rule.page === page ? [rule.words] : []));
		const headers = webhookFacts().headers.map(({ name }) => `\`${name}\``);
		return {
			introduction: `The CRC check. ${wordsOn('introduction').join('. ')}.`,
			quickstart: `Headers: ${headers.join(' or ')}. ${wordsOn('quickstart').join('. ')}.`,
		};
	};

	it('equal the facts', () => {
		expect(webhookDifferences(pages())).toEqual([]);
	});

	it('show a header that is new and one that is gone', () => {
		const { introduction, quickstart } = pages();
		const changed = `${quickstart.replace('x-twitter-webhooks-signature`', 'signature`')} X-Webhooks-Signature-Ed25519`;
		expect(lines(webhookDifferences({ introduction, quickstart: changed }))).toEqual([
			'added · Webhooks: signature header x-webhooks-signature-ed25519',
			'gone · Webhooks: signature header x-twitter-webhooks-signature',
		]);
	});

	it('show another duration, and the words that it replaces', () => {
		const { introduction, quickstart } = pages();
		const changed = introduction.replace('within 10 seconds', 'within 3 seconds');
		const found = lines(webhookDifferences({ introduction: changed, quickstart }));
		expect(found).toEqual([
			'gone · Webhooks: “within 10 seconds” on the page introduction, for the rule: An answer is due within (10 seconds)',
			expect.stringMatching(/^added · Webhooks: a duration: .*within 3 seconds/),
		]);
	});

	it('are not equal where nothing can be found in them', () => {
		expect(() => webhookDifferences({ introduction: '# Moved', quickstart: '# Moved' })).toThrow('challenge');
	});
});
