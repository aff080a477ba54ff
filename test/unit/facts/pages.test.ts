/**
 * The tables of the price page, of the page on rate limits and of the webhook pages against the facts. The pages are
 * made in the shape of docs.x.com, so that a planted change is the only one.
 */
import { changelogDifferences } from '../../../scripts/facts/changelog';
import { lineOf, type Difference } from '../../../scripts/facts/differences';
import { limitDifferences } from '../../../scripts/facts/limits';
import { priceDifferences } from '../../../scripts/facts/prices';
import { webhookDifferences } from '../../../scripts/facts/webhooks';
import { allPrices, documentedLimits, eventPrices, priceRows, webhookFacts, n8nFacts } from '../../facts';
import { digestsOf, pageDifferences, releaseDifferences, ruleDifferences } from '../../../scripts/facts/n8n';
import { Unreadable } from '../../../scripts/facts/source';

const lines = (differences: readonly Difference[]) => differences.map(lineOf);

const table = (head: readonly string[], rows: ReadonlyArray<readonly string[]>) =>
	[head, head.map(() => ':---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

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

describe('the changelog', () => {
	it('is not equal where nothing can be found in it', () => {
		expect(() => changelogDifferences('# Moved')).toThrow('no entry');
		expect(() => changelogDifferences('<Update label="soon">\n### Bells\n</Update>')).toThrow('soon');
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

	it('are not equal where nothing can be found in them', () => {
		expect(() => webhookDifferences({ introduction: '# Moved', quickstart: '# Moved' })).toThrow('challenge');
	});
});

const page = [
	'---\nurl: https://example.com\n---\n',
	'# Guidelines <a href="#guidelines" id="guidelines"></a>\n',
	'{% hint style="info" %}\nRead **all** of it.\n{% endhint %}\n',
	'## Names\n\n* Names are [short](names.md).\n',
	'## Licenses\n\n* Use MIT.\n',
].join('\n');
const known = digestsOf(page);
const ABOUT = { subject: 'n8n’s verification guidelines' };
const differences = (text: string) => pageDifferences('verification', text, known);

it('notices a section that says something else, a new one, and one that is gone', () => {
	expect(differences(page.replace('Use MIT.', 'Use MIT or Apache-2.0.'))).toEqual([
		{
			...ABOUT,
			change: 'changed',
			what: expect.stringMatching(/^the section “Licenses” says something else \([0-9a-f]{12}\)$/) as string,
		},
	]);
	expect(differences(`${page}\n## Video\n\nShow it in five minutes.\n`)).toEqual([
		{ ...ABOUT, change: 'added', what: expect.stringMatching(/^the section “Video” \(/) as string },
	]);
	expect(differences(page.slice(0, page.indexOf('## Licenses')))).toEqual([
		{ ...ABOUT, change: 'gone', what: 'the section “Licenses”' },
	]);
	expect(() => differences('An error page.')).toThrow(Unreadable);
});

it('notices a rule that is new, and one that is gone', () => {
	const row = (name: string) => `| [${name}](docs/rules/${name}.md) | What it wants | ✅ |\n`;
	const { names } = n8nFacts().rules;
	expect(ruleDifferences(names.map(row).join(''))).toEqual([]);
	const found = ruleDifferences([...names.slice(1), 'no-long-names'].map(row).join(''));
	expect(found.map(({ change, what }) => [change, what])).toEqual([
		['added', 'no-long-names'],
		['gone', names[0]],
	]);
	expect(() => ruleDifferences('# Rules')).toThrow(Unreadable);
});

it('gives entries about community nodes of releases that are new', () => {
	const release = (version: string) =>
		[
			`## \`n8n ${version}\` Something, plus others <a href="#n8n" id="n8n"></a>\n`,
			'**Released:** 2026-12-01\n',
			'* [Slack Node: Add a field](https://github.com/n8n-io/n8n/pull/1): Longer.',
			'* [Refuse packages without provenance](https://github.com/n8n-io/n8n/pull/2): Community nodes need it.\n',
		].join('\n');
	const { newest } = n8nFacts().releases;
	expect(releaseDifferences(release(newest) + release('1.9'))).toEqual([]);
	expect(releaseDifferences(release('2.100') + release(newest))).toEqual([
		{ change: 'added', subject: 'n8n’s release notes', what: '2.100: Refuse packages without provenance' },
	]);
	expect(() => releaseDifferences('# Release notes')).toThrow(Unreadable);
});
