/**
 * A second opinion on Sync: what the catalog must be after it and what the summary must count, worked out over whole
 * maps, without fingerprints, passes and batches. Nothing here is shared with the node.
 */
export type Fields = Record<string, unknown>;

/** A random case: what the catalog has, what the input has, and how the sync is set. */
export interface Case {
	stored: Fields[];
	rows: Fields[];
	deleteMissing: boolean;
	deleteLimit: number;
	duplicates: 'first' | 'last';
	replaces: boolean;
}

export interface Outcome {
	/** Why nothing is done at all, or why nothing is deleted. */
	refused?: 'nothing to send' | 'deletion';
	counts: {
		created: number;
		updated: number;
		unchanged: number;
		deleted: number;
		failed: number;
		skipped: number;
	};
	/** What the catalog has afterwards, by identifier; empty fields are not there. */
	catalog: Map<string, Fields>;
}

const VARIANTS = ['size', 'color'];

const filled = (product: Fields): Fields =>
	Object.fromEntries(Object.entries(product).filter(([, value]) => value !== '' && value !== null));

/** An empty value is none. */
const asText = (value: unknown) =>
	value === undefined || value === null ? '' : `${value as string | number}`;

const amount = (price: unknown) => Number(String(price).split(' ')[0]);

/** Whether a row may be sent, looked at alone. */
function isValid(row: Fields): boolean {
	if (row.title === '' || !/^\d+\.\d\d EUR$/.test(String(row.price))) return false;
	if (row.availability === 'in stock' && row.inventory !== '' && Number(row.inventory) < 1) return false;
	return row.sale_price === '' || row.sale_price === undefined || amount(row.sale_price) < amount(row.price);
}

const family = (row: Fields) =>
	JSON.stringify([String(row.title).toLowerCase(), String(row.brand).toLowerCase()]);
const look = (row: Fields) => JSON.stringify(VARIANTS.map((name) => row[name] ?? ''));

export function expectedOutcome({ stored, rows, ...settings }: Case): Outcome {
	const counts = { created: 0, updated: 0, unchanged: 0, deleted: 0, failed: 0, skipped: 0 };
	const catalog = new Map(stored.map((product) => [String(product.id), filled(product)]));
	const before = new Map(catalog);
	const named = rows.filter(({ id }) => id !== '');
	const chosen = new Map<string, Fields>();
	for (const row of named)
		if (settings.duplicates === 'last' || !chosen.has(String(row.id))) chosen.set(String(row.id), row);
	counts.failed += rows.length - named.length;
	counts.skipped += named.length - chosen.size;
	const valid = [...chosen.values()].filter(isValid);
	const loose = valid.filter((row) => !row.item_group_id && VARIANTS.some((name) => row[name]));
	const isUngrouped = (row: Fields) =>
		loose.includes(row) && loose.some((other) => family(other) === family(row) && look(other) !== look(row));
	const sendable = valid.filter((row) => !isUngrouped(row));
	if (sendable.length === 0) return { refused: 'nothing to send', counts, catalog };
	const missing = [...before.keys()].filter((id) => !chosen.has(id));
	const isTooMuch = missing.length * 100 > settings.deleteLimit * before.size;
	const isUnsure = rows.length > named.length;
	const isHeld = settings.deleteMissing && missing.length > 0 && (isUnsure || isTooMuch);
	counts.failed += chosen.size - sendable.length;
	for (const row of sendable) {
		const id = String(row.id);
		const old = before.get(id);
		if (old === undefined) {
			counts.created++;
			catalog.set(id, filled(row));
			continue;
		}
		const isSame = Object.entries(row).every(([name, value]) => asText(old[name]) === asText(value));
		counts[isSame ? 'unchanged' : 'updated']++;
		const next = filled({ ...old, ...row });
		catalog.set(id, isSame ? old : next);
	}
	if (settings.deleteMissing && !isHeld)
		for (const id of missing) {
			counts.deleted++;
			catalog.delete(id);
		}
	return { counts, catalog, ...(isHeld && { refused: 'deletion' as const }) };
}
