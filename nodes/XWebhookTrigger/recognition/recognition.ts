import { digest, isSameNode, readMark, type Mark } from '../../shared/events/mark';

/** Tells what of X is a node's own, by the marks in tags and by the addresses of webhooks. */
export class Recognition {
	private readonly addresses: ReadonlySet<string>;
	private readonly webhookIds: ReadonlySet<string>;
	private readonly orphans: Mark[] = [];

	/**
	 * @param mark The node's own mark.
	 * @param webhooks The app's webhooks; undefined where nothing but what bears this very mark counts as own.
	 * @param isSole Whether nobody but the node receives through its webhook.
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

	/**
	 * Whether this node made a subscription or rule: it bears the node's mark, made for its present address or for one
	 * at which nothing is registered any more.
	 *
	 * @param webhookId The webhook it delivers to, where it has one.
	 */
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

	/** What others left on X without a webhook, in words; undefined where there is nothing. */
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
