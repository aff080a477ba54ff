/**
 * Reads n8n's stored execution data: a JSON array in which every string inside an object or a list is the index
 * of the value meant, so that a value used twice is written once. Values that hold themselves come out as such.
 * @throws SyntaxError when the text is not JSON; Error when it is not a list or points outside of itself
 */
export function readFlatted(text: string): unknown {
	const table: unknown = JSON.parse(text);
	if (!Array.isArray(table)) throw new Error('Execution data is not a list');
	const values: readonly unknown[] = table;
	const made = new Map<number, unknown>();

	const at = (index: number): unknown => {
		if (made.has(index)) return made.get(index);
		if (!(index in values)) throw new Error(`Execution data points to the missing entry ${index}`);
		const raw = values[index];
		if (Array.isArray(raw)) {
			const list: unknown[] = [];
			made.set(index, list);
			for (const part of raw) list.push(resolve(part));
			return list;
		}
		if (raw !== null && typeof raw === 'object') {
			const record: Record<string, unknown> = {};
			made.set(index, record);
			for (const [name, part] of Object.entries(raw)) record[name] = resolve(part);
			return record;
		}
		return raw;
	};
	const resolve = (part: unknown): unknown => (typeof part === 'string' ? at(Number(part)) : part);

	return at(0);
}
