/** Keeps which nodes use which things of the app on X: what two nodes use stays until both have stopped. */
export class SharedUses {
	private readonly users = new Map<string, Set<string>>();
	private readonly ours = new Set<string>();

	/** Notes what a node uses. What is `created` is removed when no node uses it any more. */
	use(node: string, ids: readonly string[], created: readonly string[]): void {
		for (const [id, users] of this.users) if (!ids.includes(id)) users.delete(node);
		for (const id of ids) this.users.set(id, (this.users.get(id) ?? new Set()).add(node));
		for (const id of created) this.ours.add(id);
	}

	isUsedByOthers(node: string, id: string): boolean {
		return [...(this.users.get(id) ?? [])].some((user) => user !== node);
	}

	/** Notes that a node uses nothing any more, and returns what no node uses and this n8n has made. */
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
