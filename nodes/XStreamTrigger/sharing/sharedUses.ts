/**
 * Keeps which nodes of this n8n use which rules or subscriptions on X. They belong to the app, so one that two nodes
 * use stays until both have stopped.
 */
export class SharedUses {
	private readonly users = new Map<string, Set<string>>();
	private readonly ours = new Set<string>();

	/**
	 * Notes what a node uses, replacing what it used before.
	 *
	 * @param created Those that nodes of this n8n made, and that are removed when no node uses them.
	 */
	use(node: string, ids: readonly string[], created: readonly string[]): void {
		for (const [id, users] of this.users) if (!ids.includes(id)) users.delete(node);
		for (const id of ids) this.users.set(id, (this.users.get(id) ?? new Set()).add(node));
		for (const id of created) this.ours.add(id);
	}

	/** Checks whether another node uses something. */
	isUsedByOthers(node: string, id: string): boolean {
		return [...(this.users.get(id) ?? [])].some((user) => user !== node);
	}

	/**
	 * Notes that a node does not use anything any more.
	 *
	 * @returns The things that no node uses now and this n8n has made.
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
