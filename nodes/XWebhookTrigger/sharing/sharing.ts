import { sleep, type IHookFunctions } from 'n8n-workflow';
import { ActivationError, log, scopeOf } from '../context';
import { isObject, object } from '../../shared/util/lenient';
import { askForShortAnswer } from '../../shared/http/shortAnswer';
import { tryParseExact } from '../../shared/util/exactJson';
import { appSecrets } from '../secrets';
import { challengeScheme, SCHEMES, sign, signWithAll } from '../signature';
import { PATIENCE, post } from './forward';
import { applyShare, guestsOf, writeShareRequest, type ShareRequest } from './guests';

/** Advice on how two workflows share one webhook, as the end of a sentence. */
export const SHARE =
	'let this node receive through its webhook: switch on "Share With Other Workflows" in the options of the workflow that has it, publish that workflow again, and choose its webhook here in "Webhook to Share"';

/** `webhook` or `webhook-test`, the node's own ID, and the path in the node's description. */
const OWN_PATH = /(?:\/[^/]+){2}\/x-events$/;

/** The most requests until the owner's n8n has stored the guests, from where all of its processes learn of them. */
const MAX_JOINS = 12;
/** The number of answers in a row that must confirm it, as deliveries in progress may overwrite what is stored. */
const SURE_AFTER = 2;
const JOIN_PAUSE = 250;

/** The longest part of another workflow's reason that is repeated, in characters. */
const MAX_REASON = 300;

/** Asks the workflow that owns a webhook to share it, and counts the node's own guests. */
export class Sharing {
	constructor(
		private readonly context: IHookFunctions,
		private readonly internalUrl: string | undefined,
	) {}

	async join(ownerUrl: string, url: string): Promise<void> {
		let stored = 0;
		for (let asked = 0; asked < MAX_JOINS && stored < SURE_AFTER; asked++) {
			if (asked > 0) await sleep(JOIN_PAUSE);
			const { refusal, isStored } = await this.send(ownerUrl, {
				action: 'join',
				url: this.toInternalUrl(url),
			});
			if (refusal !== undefined) throw this.notShared(ownerUrl, refusal);
			stored = isStored ? stored + 1 : 0;
		}
	}

	private notShared(ownerUrl: string, refusal: string): ActivationError {
		return new ActivationError(
			`The workflow that owns the webhook ${ownerUrl} does not share it (${refusal})`,
			'That workflow must be published, have the option "Share With Other Workflows" switched on, and use the same app with the same secrets. If n8n cannot reach itself by its public name, set the option "Internal Address" here.',
		);
	}

	/** Asks an owner to stop forwarding deliveries to the public address `url`. */
	async leave(ownerUrl: string, url: string): Promise<void> {
		const { refusal } = await this.send(ownerUrl, { action: 'leave', url: this.toInternalUrl(url) });
		if (refusal !== undefined) log(this.context, 'warn', `${ownerUrl} did not end the sharing (${refusal})`);
	}

	/** Checks whether the challenge at a trigger's address is answered with the app's secret. */
	async answersChallenge(url: string): Promise<boolean> {
		const secrets = await appSecrets(this.context);
		const crc_token = String(Date.now());
		try {
			const { text } = await askForShortAnswer(this.context.helpers, { url, qs: { crc_token } }, PATIENCE);
			const answer = tryParseExact(text ?? '');
			if (!isObject(answer)) return false;
			// Another copy of n8n may know a different secret of the app.
			const right = SCHEMES.flatMap((scheme) => secrets[scheme].map((secret) => sign(crc_token, secret)));
			return right.some((token) => token === answer.response_token);
		} catch {
			return false;
		}
	}

	guestCount(): number {
		return guestsOf(scopeOf(this.context, false), this.context.getWorkflowStaticData('node')).length;
	}

	/** Forgets workflows that n8n does not know any more: they could not end the sharing themselves. */
	async forgetGone(): Promise<void> {
		const scope = scopeOf(this.context, false);
		const data = this.context.getWorkflowStaticData('node');
		const forgetIfGone = async (url: string) => {
			if (await this.isUnknown(url)) applyShare(scope, data, { action: 'leave', url, at: Date.now() });
		};
		await Promise.all(guestsOf(scope, data).map(forgetIfGone));
	}

	private async isUnknown(url: string): Promise<boolean> {
		try {
			const request = { url, qs: { crc_token: String(Date.now()) } };
			return (await askForShortAnswer(this.context.helpers, request, PATIENCE)).status === 404;
		} catch {
			return false;
		}
	}

	/** Sends a request. Returns why the owner refused, or whether all of its processes know of it. */
	private async send(ownerUrl: string, request: Omit<ShareRequest, 'at'>) {
		const secrets = await appSecrets(this.context);
		if (challengeScheme(secrets) === undefined)
			return { refusal: 'the credential has neither a client secret nor a consumer secret' };
		const body = writeShareRequest(request);
		const answer = await post(this.context, this.toInternalUrl(ownerUrl), body, signWithAll(body, secrets));
		if (answer.refusal !== undefined) return { refusal: withReason(answer.refusal, answer.body) };
		if (answer.status !== 202) return { refusal: `it answered ${answer.status}` };
		const { stored } = object(tryParseExact(answer.body ?? ''));
		return { isStored: stored === true };
	}

	/** Makes the internal address of a trigger, without the prefix that a proxy removes from the path. */
	private toInternalUrl(url: string): string {
		if (this.internalUrl === undefined) return url;
		const { pathname } = new URL(url);
		return `${this.internalUrl}${OWN_PATH.exec(pathname)?.[0] ?? pathname}`;
	}
}

/** Adds the owner's reason to a refusal, for example which secret is missing and where. */
function withReason(refusal: string, body: string | undefined): string {
	const { error } = object(tryParseExact(body ?? ''));
	return typeof error === 'string' && error.length < MAX_REASON ? `${refusal}: ${error}` : refusal;
}
