import { digest, isSameNode, readMark, type Mark } from '../../shared/events/mark';

/** Recognizes what a node made on X, by the marks in tags and the addresses of webhooks. */
export class Recognition {
	private readonly addresses: ReadonlySet<string>;
	private readonly webhookIds: ReadonlySet<string>;
	private readonly orphans: Mark[] = [];

	/**
	 * @param webhooks The app's webhooks. If undefined, only what has exactly this mark counts as the node's own.
	 * @param isSole Whether only this node receives through its webhook.
	 */
	constructor(
		readonly mark: Mark,
		webhooks: ReadonlyArray<{ id: string; url: string }> | undefined,
		readonly isSole: boolean,
	) {
		this.canJudgeOthers = webhooks !== undefined;
		this.addresses = new Set(webhooks?.map(({ url }) => digest(url)));
		this.webhookIds = new Set(webhooks?.map(({ id }) => id));
	}

	private readonly canJudgeOthers: boolean;

	/** Checks whether this node made a thing: with its mark, for this address or one no longer registered. */
	isOwn({ tag, webhookId }: { tag?: string | undefined; webhookId?: string | undefined }): boolean {
		const found = readMark(tag);
		if (found === undefined) return false;
		const isSame = isSameNode(found, this.mark);
		if (isSame && found.address === this.mark.address) return true;
		if (!this.canJudgeOthers) return false;
		const isOrphan = webhookId !== undefined && !this.webhookIds.has(webhookId);
		if (isSame) return isOrphan || (webhookId === undefined && !this.addresses.has(found.address));
		if (isOrphan) this.orphans.push(found);
		return false;
	}

	leftByOthers(): string | undefined {
		if (this.orphans.length === 0) return undefined;
		const makers = new Set(
			this.orphans.map(({ instance, workflow }) =>
				instance === this.mark.instance ? `workflow ${workflow}` : `workflow ${workflow} of another n8n`,
			),
		);
		return `${this.orphans.length} subscriptions deliver nowhere, because their webhook is gone; they were made by ${[...makers].join(', ')}. Publish and unpublish it, or delete them with X Core Admin`;
	}
}
