/** The watch on facts: reads what X and n8n publish and says what the facts have otherwise. */
import { changelogDifferences } from './changelog';
import { readDescription } from './description';
import { lineOf, type Difference } from './differences';
import { INTENDED } from './intended';
import { limitDifferences } from './limits';
import { pageDifferences, releaseDifferences, ruleDifferences } from './n8n';
import { operationDifferences } from './operations';
import { priceDifferences } from './prices';
import { readSource } from './source';
import { webhookDifferences } from './webhooks';

/** The repository of n8n's documentation: its pages without what the site puts around them. */
const N8N_DOCS = 'https://raw.githubusercontent.com/n8n-io/n8n-docs/main/docs';
const N8N_NODES = `${N8N_DOCS}/connect/create-nodes/build-your-node/reference`;
const N8N_RULES =
	'https://raw.githubusercontent.com/n8n-io/n8n/master/packages/@n8n/eslint-plugin-community-nodes';

/** Where each source is published; where there are several places, the first that answers counts. */
export const PUBLISHED = {
	description: ['https://api.x.com/2/openapi.json', 'https://docs.x.com/openapi.json'],
	changelog: ['https://docs.x.com/changelog.md'],
	prices: ['https://docs.x.com/x-api/getting-started/pricing.md'],
	limits: ['https://docs.x.com/x-api/fundamentals/rate-limits.md'],
	webhooks: ['https://docs.x.com/x-api/webhooks/introduction.md'],
	quickstart: ['https://docs.x.com/x-api/webhooks/quickstart.md'],
	verification: [`${N8N_NODES}/verification-guidelines.md`],
	ux: [`${N8N_NODES}/ux-guidelines.md`],
	codex: [`${N8N_NODES}/codex-files.md`],
	errors: [`${N8N_NODES}/error-handling.md`],
	rules: [`${N8N_RULES}/README.md`],
	releases: [`${N8N_DOCS}/changelog/release-notes.md`],
} as const;

export type Source = keyof typeof PUBLISHED;

/** Places of each source, as the user named them or as published. */
export type Places = Readonly<Record<Source, readonly string[]>>;

export interface Report {
	readonly differences: readonly Difference[];
	/** What is worth knowing and no difference. */
	readonly notes: readonly string[];
	/** Sources that could not be read, and why. */
	readonly unread: readonly string[];
}

/** What one part of the watch compares, and what it reads for it. */
interface Part {
	readonly sources: readonly Source[];
	readonly compare: (places: Places) => Promise<Omit<Report, 'unread'>>;
}

const page = (source: Source, compare: (text: string) => Difference[]): Part => ({
	sources: [source],
	compare: async (places) => {
		const { value, notes } = await firstReadable(places[source], readSource);
		return { differences: compare(value), notes };
	},
});

const parts: readonly Part[] = [
	{
		sources: ['description'],
		compare: async (places) => {
			const { value: description, notes } = await firstReadable(places.description, readDescription);
			const { differences, newer } = operationDifferences(description);
			const older = `${description.place} is version ${description.version}, older than ${newer} rows of the facts, which were not compared.`;
			return { differences, notes: [...notes, ...(newer > 0 ? [older] : [])] };
		},
	},
	page('changelog', changelogDifferences),
	page('prices', priceDifferences),
	page('limits', limitDifferences),
	...(['verification', 'ux', 'codex', 'errors'] as const).map((name) =>
		page(name, (text) => pageDifferences(name, text)),
	),
	page('rules', ruleDifferences),
	page('releases', releaseDifferences),
	{
		sources: ['webhooks', 'quickstart'],
		compare: async (places) => {
			const introduction = await firstReadable(places.webhooks, readSource);
			const quickstart = await firstReadable(places.quickstart, readSource);
			const pages = { introduction: introduction.value, quickstart: quickstart.value };
			return { differences: webhookDifferences(pages), notes: [...introduction.notes, ...quickstart.notes] };
		},
	},
];

async function firstReadable<T>(
	places: readonly string[],
	read: (place: string) => Promise<T>,
): Promise<{ value: T; notes: string[] }> {
	const notes: string[] = [];
	for (const place of places.slice(0, -1)) {
		try {
			return { value: await read(place), notes };
		} catch (error) {
			notes.push(messageOf(error));
		}
	}
	try {
		return { value: await read(places[places.length - 1] ?? ''), notes };
	} catch (error) {
		throw new Error([...notes, messageOf(error)].join(' '));
	}
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * Compares the facts with the sources.
 *
 * @param only Sources to compare; a part that reads several is compared where one of them is named.
 */
export async function watch(places: Places, only: readonly Source[]): Promise<Report> {
	const chosen = parts.filter(({ sources }) => sources.some((source) => only.includes(source)));
	const reports = await Promise.all(
		chosen.map(async ({ sources, compare }): Promise<Report> => {
			try {
				return { ...(await compare(places)), unread: [] };
			} catch (error) {
				return { differences: [], notes: [], unread: [`${sources.join(' and ')}: ${messageOf(error)}`] };
			}
		}),
	);
	const all = reports.flatMap(({ differences }) => differences);
	const unread = reports.flatMap((report) => report.unread);
	const isWhole = chosen.length === parts.length && unread.length === 0;
	return {
		differences: all.filter((difference) => !(lineOf(difference) in INTENDED)),
		notes: [...reports.flatMap(({ notes }) => notes), ...(isWhole ? staleReasons(all) : [])],
		unread,
	};
}

const staleReasons = (differences: readonly Difference[]): string[] => {
	const lines = differences.map(lineOf);
	const stale = Object.keys(INTENDED).filter((line) => !lines.includes(line));
	return stale.map((line) => `scripts/facts/intended.ts explains what does not differ any more: ${line}`);
};
