import { APP } from '../identities';
import { applyVerdict, challenge, scheduleCheck } from './crc';
import { pack, publish, send, type DeliveryOptions, type Parcel } from './deliveries';
import {
	eventByName,
	render,
	type EventOptions,
	type JsonObject,
	type PlatformEvent,
	type Receiver,
} from './events';
import { addWebhook } from './routes/webhooks';
import {
	webhooksOf,
	type AppSecrets,
	type CrcRecord,
	type Delivery,
	type Settings,
	type Webhook,
	type WebhooksState,
} from './state';

/** Bytes, text or JSON that is no event at all. */
interface RawBody {
	raw: JsonObject | string | Buffer;
}

/** The event side of the simulated X as tests drive it. */
export class WebhookSimulator {
	/** @param current Returns the present state, which a reset of the simulator replaces. */
	constructor(private readonly current: () => WebhooksState) {}

	/** Everything sent so far, oldest first. */
	get deliveries(): readonly Delivery[] {
		return this.state.deliveries;
	}

	/** Every challenge so far, oldest first. */
	get challenges(): readonly CrcRecord[] {
		return this.state.challenges;
	}

	get settings(): Readonly<Settings> {
		return this.state.settings;
	}

	/** What is registered now: webhooks, subscriptions, rules, links; for assertions about leftovers. */
	inventory() {
		const { activity, accounts, rules, links, webhooks } = this.state;
		return {
			webhooks: [...webhooks.values()].map(({ id, url, valid, appId }) => ({ id, url, valid, appId })),
			activity: [...activity.values()],
			accounts: [...accounts].flatMap(([webhookId, users]) =>
				[...users].map((userId) => ({ webhookId, userId })),
			),
			rules: [...rules.values()],
			links: [...links.values()],
		};
	}

	/** Changes limits, deadlines and the wire forms that documents disagree about. */
	configure(settings: Partial<Settings>): void {
		Object.assign(this.state.settings, settings);
	}

	/** Lets traffic for a public https address (an origin or a longer prefix) go to a loopback server. */
	route(publicUrl: string, loopbackUrl: string): void {
		this.state.detours.route(publicUrl, loopbackUrl);
	}

	/** Gives the app a new secret. */
	rotateSecret(secret: string, which: keyof AppSecrets = 'consumerSecret'): void {
		const known = this.state.secrets.get(APP.id);
		if (known !== undefined) known[which] = secret;
	}

	/** Registers another app, to sign with, to share an address with, or, with a token, to act as. */
	addApp(appId: string, secrets: AppSecrets, bearerToken?: string): void {
		this.state.secrets.set(appId, { ...secrets });
		if (bearerToken !== undefined) this.state.platform.credentials.appTokens.set(bearerToken, appId);
	}

	/** Registers a webhook without a challenge and beyond all limits, as a starting point of a test. */
	register(url: string, options: { appId?: string; valid?: boolean } = {}): Webhook {
		const { platform } = this.state;
		const candidate = { id: platform.newId(), url, appId: options.appId ?? APP.id };
		const webhook = addWebhook(this.state, candidate, platform.clock.now());
		webhook.valid = options.valid ?? true;
		if (!webhook.valid) webhook.cancelCheck();
		return webhook;
	}

	/** Subscribes a user's account activity without a request. */
	subscribeAccount(webhookId: string, userId: string): void {
		const users = this.state.accounts.get(webhookId) ?? new Set<string>();
		this.state.accounts.set(webhookId, users.add(userId));
	}

	/** Builds an event by name; see `eventByName`. */
	build(name: string, options: EventOptions = {}): PlatformEvent {
		const { platform } = this.state;
		const context = { id: () => platform.newId(), now: () => platform.clock.now() };
		return eventByName(context, name, options);
	}

	/** Sends an event to those who asked for it: valid webhooks with a matching subscription, link or rule. */
	async publish(event: PlatformEvent): Promise<Delivery[]> {
		return await publish(this.state, event);
	}

	/**
	 * Sends something to a callback address whatever is registered there, genuine or spoilt.
	 *
	 * @returns one delivery a copy, after its first attempt; `done` of each resolves when it was taken or given up
	 * @throws Error when neither option nor registration says where to
	 */
	async deliver(
		what: PlatformEvent | RawBody,
		options: DeliveryOptions & Receiver = {},
	): Promise<Delivery[]> {
		const parcel = this.prepare(what, options);
		return await Promise.all(Array.from({ length: options.copies ?? 1 }, () => send(this.state, parcel)));
	}

	/** The address, bytes and signed headers of a delivery without sending it, for load generators. */
	prepare(what: PlatformEvent | RawBody, options: DeliveryOptions & Receiver = {}): Parcel {
		return pack(
			this.state,
			'raw' in what ? what.raw : render(what, options),
			this.addressee(options),
			options,
		);
	}

	/** Runs the scheduled challenge of every webhook (or of one) now. */
	async check(webhookId?: string): Promise<CrcRecord[]> {
		const chosen = [...this.state.webhooks.values()].filter(
			({ id }) => webhookId === undefined || id === webhookId,
		);
		return await Promise.all(
			chosen.map(async (webhook) => {
				const record = await this.state.timers.track(challenge(this.state, webhook, 'schedule'));
				applyVerdict(webhook, record);
				if (this.state.webhooks.has(webhook.id)) scheduleCheck(this.state, webhook, record.at);
				return record;
			}),
		);
	}

	/** Resolves when all that is due by the simulator's clock has been sent and answered. */
	async settled(): Promise<void> {
		await this.state.timers.settled();
	}

	private get state(): WebhooksState {
		return this.current();
	}

	private addressee(options: DeliveryOptions): { url: string; appId: string; webhookId?: string } {
		const { webhooks } = this.state;
		const mine = webhooksOf(this.state, options.appId ?? APP.id);
		const webhook =
			options.webhookId !== undefined
				? webhooks.get(options.webhookId)
				: options.url !== undefined
					? mine.find(({ url }) => url === options.url)
					: mine[0];
		const url = webhook?.url ?? options.url;
		if (url === undefined) throw new Error('No webhook to deliver to: give a url or register one');
		return {
			url,
			appId: webhook?.appId ?? options.appId ?? APP.id,
			...(webhook !== undefined && { webhookId: webhook.id }),
		};
	}
}
