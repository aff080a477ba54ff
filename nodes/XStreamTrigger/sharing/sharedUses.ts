/**
 * Which nodes of this n8n use which things on X (rules, subscriptions). A thing belongs to the app, and one
 * that two nodes use must outlive the first of them.
 */
export class SharedUses {
	private readonly users = new Map<string, Set<string>>();
	private readonly ours = new Set<string>();

	/**
	 * Notes what a node uses, in place of what it used before.
	 *
	 * @param node The node.
	 * @param ids What it uses.
	 * @param created Those of them that nodes of this n8n made, and that go when nobody uses them.
	 */
	use(node: string, ids: readonly string[], created: readonly string[]): void {
		for (const [id, users] of this.users) if (!ids.includes(id)) users.delete(node);
		for (const id of ids) this.users.set(id, (this.users.get(id) ?? new Set()).add(node));
		for (const id of created) this.ours.add(id);
	}

	/**
	 * Whether a node other than the given one uses something.
	 *
	 * @param id The thing.
	 */
	isUsedByOthers(node: string, id: string): boolean {
		return [...(this.users.get(id) ?? [])].some((user) => user !== node);
	}

	/**
	 * Notes that a node uses nothing any more.
	 *
	 * @returns What nobody uses now and this n8n has made.
	 */
	release(node: string): string[] {
		const orphans: string[] = [];
		for (const [id, users] of this.users) {
			if (!users.delete(node) || users.size > 0) continue;
			this.users.delete(id);
			if (this.ours.delete(id)) orphans.push(id);
		}
		return orphans;
	}
}
