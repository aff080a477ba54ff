import type { OwnPost } from '../../shared/intent/ownPosts';

/** Finds Posts of an account by text and by the Post that they reply to. */
export class KnownPosts {
	private readonly byId = new Map<string, OwnPost>();
	private readonly byText = new Map<string, OwnPost[]>();
	private readonly replies = new Map<string, OwnPost[]>();
	/** The time of the account's last Post. Reposts and replies to other people do not count. */
	lastAt = -Infinity;

	add(...posts: readonly OwnPost[]): void {
		for (const post of posts) {
			const { id, text, at, answers, isAside } = post;
			if (this.byId.has(id)) continue;
			this.byId.set(id, post);
			if (!isAside) this.lastAt = Math.max(this.lastAt, at);
			if (answers !== undefined) put(this.replies, answers, post);
			else if (!isAside) put(this.byText, text, post);
		}
	}

	get(id: string): OwnPost | undefined {
		return this.byId.get(id);
	}

	withText(text: string): readonly OwnPost[] {
		return this.byText.get(text) ?? [];
	}

	hasReply(id: string): boolean {
		return this.replies.has(id);
	}

	reply(id: string, text: string | undefined): OwnPost | undefined {
		return this.replies.get(id)?.find((post) => post.text === text);
	}
}

function put(map: Map<string, OwnPost[]>, key: string, post: OwnPost): void {
	const list = map.get(key) ?? [];
	const place = list.findIndex(({ at }) => at > post.at);
	list.splice(place < 0 ? list.length : place, 0, post);
	map.set(key, list);
}
