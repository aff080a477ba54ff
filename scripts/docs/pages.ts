import { referencePage } from './tables';
import { specs } from './specs';

/** What the generator writes: path from the root of the repository → content. */
export const pages = (): Readonly<Record<string, string>> =>
	Object.fromEntries(
		Object.entries(specs).map(([node, spec]) => [referencePath(node), referencePage(node, spec)]),
	);

/** `X Ads Campaigns` → `docs/reference/x-ads-campaigns.md` */
const referencePath = (node: string): string =>
	`docs/reference/${node.toLowerCase().replaceAll(' ', '-')}.md`;
