/** What the facts say of webhooks against the pages about them. */
import { webhookFacts, type WebhookPage } from '../../test/facts';
import type { Difference } from './differences';
import { plain } from './markdown';
import { Unreadable } from './source';

const HEADER = /\bx-[a-z-]*webhooks?-signature(?:-[a-z0-9]+)*/gi;
const DURATION = /\b\d+[ -](?:second|minute|hour|day)/gi;

const normal = (text: string): string => plain(text.replaceAll('\n', ' ')).toLowerCase();

/** Compares signature headers, key sentences and durations of the pages with the facts. */
export function webhookDifferences(pages: Readonly<Record<WebhookPage, string>>): Difference[] {
	const texts = { introduction: normal(pages.introduction), quickstart: normal(pages.quickstart) };
	const all = Object.values(texts).join('\n');
	if (!all.includes('crc')) throw new Unreadable('The webhook pages do not mention the challenge (CRC).');
	return [...headerDifferences(all), ...ruleDifferences(texts), ...unknownDurations(all)];
}

const line = (change: Difference['change'], what: string): Difference => ({
	change,
	subject: 'Webhooks',
	what,
});

const found = (text: string, pattern: RegExp): string[] => [...new Set(text.match(pattern) ?? [])];

function headerDifferences(text: string): Difference[] {
	const published = found(text, HEADER);
	const known = webhookFacts().headers.map(({ name }) => name);
	return [
		...published
			.filter((name) => !known.includes(name))
			.map((name) => line('added', `signature header ${name}`)),
		...known
			.filter((name) => !published.includes(name))
			.map((name) => line('gone', `signature header ${name}`)),
	];
}

const ruleDifferences = (texts: Readonly<Record<WebhookPage, string>>): Difference[] =>
	webhookFacts().rules.flatMap(({ rule, value, page, words }) =>
		page === undefined || words === undefined || texts[page].includes(words.toLowerCase())
			? []
			: [line('gone', `“${words}” on the page ${page}, for the rule: ${rule} (${value})`)],
	);

/** A duration that no rule of the facts names: a limit that is new, or one that has another value now. */
function unknownDurations(text: string): Difference[] {
	const known = webhookFacts().rules.flatMap(({ words = '', value }) =>
		found(`${words} ${value}`.toLowerCase(), DURATION).map(unhyphened),
	);
	return found(text, DURATION)
		.filter((duration) => !known.includes(unhyphened(duration)))
		.map((duration) => line('added', `a duration: ${sentenceAround(text, duration)}`));
}

const unhyphened = (duration: string): string => duration.replace('-', ' ');

const sentenceAround = (text: string, words: string): string => {
	const at = text.indexOf(words);
	return `… ${text.slice(Math.max(0, at - 60), at + 60).trim()} …`;
};
