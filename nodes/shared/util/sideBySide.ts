/**
 * Does something for each of a number of things, several at a time. After a failure nothing further starts; what is
 * under way is waited for.
 *
 * @param count How many things.
 * @param limit Most of them at a time.
 * @param task Told the place of a thing.
 * @returns The results, in the order of the things.
 * @throws The failure of the first thing that failed, in their order.
 */
export async function sideBySide<T>(
	count: number,
	limit: number,
	task: (place: number) => Promise<T>,
): Promise<T[]> {
	const results = new Array<T>(count);
	const failures = new Map<number, unknown>();
	let next = 0;
	const work = async () => {
		while (next < count && failures.size === 0) {
			const place = next++;
			try {
				results[place] = await task(place);
			} catch (error) {
				failures.set(place, error);
			}
		}
	};
	await Promise.all(Array.from({ length: Math.min(limit, count) }, work));
	if (failures.size > 0) throw failures.get(Math.min(...failures.keys()));
	return results;
}
