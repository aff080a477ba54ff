/**
 * The words of the forms: those that CONTRIBUTING.md asks for, and links to X's pages where a syntax or a limit matters.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { host } from '../../support';
import { avoidedIn } from './support/avoidedWords';

const TEXTS = ['displayName', 'description', 'hint', 'placeholder', 'action'] as const;

interface Named {
	readonly name?: string;
	readonly path: string;
	readonly text: string;
}

/** Every text that people read, anywhere in a description. */
function* textsIn(value: unknown, path: string): Generator<Named> {
	if (typeof value !== 'object' || value === null) return;
	if (Array.isArray(value)) {
		for (const each of value) yield* textsIn(each, path);
		return;
	}
	const part = value as Record<string, unknown>;
	const name = typeof part.name === 'string' ? part.name : undefined;
	const here = name === undefined ? path : `${path} → ${name}`;
	for (const key of TEXTS) {
		const text = part[key];
		if (typeof text === 'string') yield { path: here, text, ...(name !== undefined && { name }) };
	}
	if ('value' in part && name !== undefined) yield { path: here, text: name, name };
	for (const inner of Object.values(part)) yield* textsIn(inner, here);
}

const shown = (): Named[] => [
	...host()
		.nodesOfPackage()
		.flatMap(([, { description }]) => [...textsIn(description, description.name)]),
	...host()
		.credentialsOfPackage()
		.flatMap(([, { name, properties }]) => [...textsIn(properties, name)]),
];

/** Abbreviations end no sentence. */
const sentences = (text: string) =>
	text.replace(/\b(e\.g|i\.e|etc)\./g, '').match(/[a-z0-9)>”"][.!?] (?=[A-Z])/g) ?? [];

describe('the words of the forms', () => {
	it.each(avoidedIn('forms'))('are not %s', (pattern, _, instead) => {
		const hits = shown().flatMap(({ path, text }) => {
			const word = pattern.exec(text)?.[0];
			return word === undefined ? [] : [`${path} "${word}" → write ${instead}: ${text}`];
		});
		expect(hits).toEqual([]);
	});

	it('would be found', () => {
		expect(avoidedIn('forms').filter(([pattern, example]) => !pattern.test(example))).toEqual([]);
		expect(shown().length).toBeGreaterThan(3000);
	});

	it('end with a full stop after several sentences', () => {
		const open = shown().filter(({ text }) => sentences(text).length > 0 && !/[.!?]$/.test(text));
		expect(open).toEqual([]);
	});
});

/** Fields whose syntax or limits X's documentation has, by node and parameter. */
const LINKED: ReadonlyArray<readonly [node: string, parameter: string, page: string]> = [
	['xCore', 'text', 'fundamentals/counting-characters'],
	['xCore', 'query', 'x-api/posts/search/integrate/operators'],
	['xCore', 'expansions', 'x-api/fundamentals/expansions'],
	['xCore', 'media_category', 'x-api/media/quickstart/best-practices'],
	['xCore', 'maxWait', 'x-api/fundamentals/rate-limits'],
	['xCoreAdmin', 'value', 'x-api/posts/filtered-stream/integrate/build-a-rule'],
	['xCoreAdmin', 'value', 'x-api/powerstream/operators'],
	['xCore', 'woeid', 'x-api/trends/trends-by-woeid/introduction'],
	['xCoreTrigger', 'query', 'x-api/posts/search/integrate/operators'],
	['xCoreTrigger', 'woeid', 'x-api/trends/trends-by-woeid/introduction'],
	['xStreamTrigger', 'value', 'x-api/posts/filtered-stream/integrate/build-a-rule'],
	['xStreamTrigger', 'eventTypes', 'x-api/activity/introduction'],
	['xWebhookTrigger', 'value', 'x-api/posts/filtered-stream/integrate/build-a-rule'],
	['xWebhookTrigger', 'eventTypes', 'x-api/activity/introduction'],
	['xAdsCampaigns', 'targeting_type', 'x-ads-api/campaign-management#targeting'],
	['xAdsCampaigns', 'maxWait', 'x-api/fundamentals/rate-limits'],
	['xAdsCreatives', 'media_category', 'x-ads-api/creatives'],
	['xAdsAudiences', 'identifiers', 'x-ads-api/audiences#standard-matching-requirements'],
	['xAdsAnalytics', 'granularity', 'x-ads-api/analytics#request-options'],
	['xAdsAnalytics', 'metric_groups', 'x-ads-api/analytics#metrics-and-segmentation'],
	['xAdsMeasurement', 'identifiers', 'x-ads-api/measurement/web-conversions'],
];

describe('a field whose syntax or limits X documents', () => {
	it.each(LINKED)('of %s: %s links to %s', (node, parameter, page) => {
		const texts = shown().filter(({ path, name }) => path.startsWith(node) && name === parameter);
		expect(texts.map(({ text }) => text).join('\n')).toContain(`href="https://docs.x.com/${page}"`);
	});
});
