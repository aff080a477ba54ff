/** This file keeps the state that all items share in one execution of a node. */
import { memoize, sumBy } from 'lodash';
import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';
import {
	confirmRenewals,
	connect,
	type Api,
	type ApiContext,
	type AuthFailureCounter,
	type ConnectOptions,
} from '../http/connection';
import type { DayBook } from '../ledger/day';
import { openBill, type Bill, type Ledger } from '../ledger/ledger';
import { RateLimits } from '../http/rateLimits';
import { Guard } from '../http/withGuard';
import { overTries } from '../memory/tries';
import { findOwnId, userIdFinder } from '../http/findUsers';
import { MAX_WAIT, MAX_WAIT_MANUAL } from '../fields';
import { mayBeBilled, type EngineOptions, type Lookup, type Operation } from '../operation/operation';
import {
	CREDENTIALS,
	kindInWords,
	kindOfToken,
	kindsOfCredentials,
	type CredentialKind,
	type Host,
} from '../auth/credentialKinds';
import { RequestMemo } from '../memory/requestMemo';
import { asText } from '../util/text';
import { fieldNamer, findOperation, listFieldsAt, type NodeSpec } from '../operation/nodeSpec';
import { RefusedChoices } from './ownChoices';
import { chosenHost, chosenKind, itemParameters } from './parameters';
import { withSteps } from './steps';

type ApiOptions = Pick<EngineOptions, 'maxWait' | 'maxCost' | 'assumedPrice' | 'endsQuietly' | 'guard'>;

/** Max Cost holds for all tries of a node together. */
const bills = overTries<Bill>('the bill of the tries of a node');

/** The state that the requests of one account share: X limits and refuses by account. */
class Account {
	readonly refusals: AuthFailureCounter = { count: 0 };
	readonly limits = new RateLimits();

	constructor(
		readonly name: string,
		readonly itemIndex: number,
	) {}
}

/** The chosen operation and what its items share: connections, look-ups, the bill and the time spent waiting. */
export class Session {
	/** The cost of the execution so far; undefined until a request may be billed. */
	bill: Bill | undefined;
	/** The credential's cost today. Is undefined until there is a connection to a host that bills. */
	day: Ledger<DayBook> | undefined;
	guard: Guard | undefined;
	/** Whether the user wants no error where Max Cost is reached; the first item decides, as for Max Cost. */
	endsQuietly = false;
	private readonly refused = new RefusedChoices();
	private readonly connections = new RequestMemo();
	private readonly found = new RequestMemo();
	private readonly accounts = new Map<string, Account>();
	private readonly finder = memoize((api: Api) => userIdFinder(this.context, api));

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly spec: NodeSpec,
		readonly operation: Operation,
		private readonly kind: CredentialKind,
		/** The kind of the credential, if it is a user's that acts as the app. */
		private readonly holder: CredentialKind,
	) {}

	/** Milliseconds that the execution has waited for rate limits. */
	get waited(): number {
		return sumBy([...this.accounts.values()], ({ limits }) => limits.waited);
	}

	/** Whether X has answered anything in this run. */
	get isAnswered(): boolean {
		return [...this.accounts.values()].some(({ limits }) => limits.isAnswered);
	}

	/**
	 * The connection for an item. Items with the same host and the same account share it. Only an access token can
	 * differ between items: n8n resolves the expressions of other credentials with the first item.
	 */
	async api(
		itemIndex: number,
		{ maxWait, maxCost, assumedPrice, endsQuietly, guard: rules }: ApiOptions,
		host?: Host,
	): Promise<Api> {
		const { context, spec, operation } = this;
		// In the editor a person is waiting.
		const seconds = maxWait ?? (context.getMode() === 'manual' ? MAX_WAIT_MANUAL : MAX_WAIT);
		const source = itemParameters(context, itemIndex);
		const at = host ?? chosenHost(context, spec, source, operation, itemIndex);
		// The advertising API bills nothing, also for an operation that reads Posts besides.
		const isPaid = at === 'baseUrl' && (host !== undefined || mayBeBilled(operation));
		if (isPaid && !this.bill) {
			const begin = () => openBill(context.getNode(), maxCost, assumedPrice);
			this.bill = bills(context, begin) ?? begin();
			this.endsQuietly = endsQuietly;
		}
		const account = await this.accountOf(itemIndex);
		const shared = await this.connections.get(`${account.name} ${at} ${seconds}`, async () => {
			const options = this.connectOptions(at, seconds, isPaid ? this.bill : undefined, account);
			const api = await connect(context, options);
			this.day ??= api.day;
			return withSteps(api, {
				ownChoices: this.refused,
				access: at === 'baseUrl' ? undefined : this.found,
			});
		});
		if (!rules) return shared;
		this.guard ??= new Guard(context);
		return withSteps(shared, { guard: [this.guard, isPaid, rules, operation.route] });
	}

	/** Ends the run: other processes of n8n go on with the tokens that it renewed. */
	async close(): Promise<void> {
		// A run that did its work does not fail for this.
		if (this.kind === 'accessToken')
			await confirmRenewals(this.context, CREDENTIALS[this.kind].type).catch(() => undefined);
	}

	readonly listAt = (template: string) => listFieldsAt(this.spec, template);

	/** Look-ups, combined and cached for the whole execution. Users are always looked up in the core API. */
	lookup(api: Api, itemIndex: number, options: ApiOptions): Omit<Lookup, 'values'> {
		const core = async () =>
			this.spec.host === 'baseUrl' ? api : await this.api(itemIndex, options, 'baseUrl');
		return {
			api,
			ownUserId: async () => {
				if (this.kind === 'app') throw noOwnUser(this.context, this.spec);
				const [users, { name }] = [await core(), await this.accountOf(itemIndex)];
				return await this.found.get(`me ${name}`, async () => await findOwnId(this.context, users));
			},
			userId: async (username) =>
				await this.found.get(`@${username.toLowerCase()}`, async () => this.finder(await core())(username)),
		};
	}

	private async accountOf(itemIndex: number): Promise<Account> {
		const { holder, context } = this;
		const tokens =
			holder === 'accessToken' ? await context.getCredentials(CREDENTIALS[holder].type, itemIndex) : {};
		const name = JSON.stringify([tokens.accessToken, tokens.refreshToken]);
		const account = this.accounts.get(name) ?? new Account(name, itemIndex);
		this.accounts.set(name, account);
		return account;
	}

	private connectOptions(
		host: Host,
		maxWait: number,
		bill: Bill | undefined,
		{ refusals, limits, itemIndex: account }: Account,
	): ConnectOptions {
		const { kind, holder, spec, operation } = this;
		const nameField = fieldNamer(operation, spec);
		return {
			kind,
			holder,
			...(holder === 'accessToken' && { account }),
			refusals,
			limits,
			...(bill && { bill }),
			scopes: operation.auth.scopes,
			host,
			explain: (failure) => spec.explain?.(nameField(failure)) ?? nameField(failure),
			maxWait,
		};
	}
}

/**
 * Finds the operation, and rejects a credential kind that it does not accept before anything is sent.
 *
 * @throws NodeOperationError that names the accepted kinds and the scopes they need.
 */
export function openSession(context: IExecuteFunctions, spec: NodeSpec): Session {
	const first = itemParameters(context, 0);
	const [resource, name] = [asText(first('resource')), asText(first('operation'))];
	const operation = findOperation(spec, resource, name);
	if (!operation)
		throw new NodeOperationError(context.getNode(), `There is no operation "${name}" of "${resource}"`, {
			description: 'Choose the resource and the operation again',
		});
	const holder = chosenKind(spec, first);
	const kind = kindOfToken(operation.auth.kinds, holder) ?? refuseKind(context, spec, operation, holder);
	return new Session(context, spec, operation, kind, holder);
}

/** An app has no user of its own. The error of X would only mention the wrong kind of credential. */
function noOwnUser(context: ApiContext, { authentication }: NodeSpec): NodeOperationError {
	const users = [authentication.oAuth2, authentication.accessToken, authentication.oAuth1].filter(
		(each) => each !== undefined,
	);
	return new NodeOperationError(
		context.getNode(),
		`"Me" does not work with ${authentication.app ?? 'app'}, which has no user`,
		{
			description: `Choose a user in place of "Me", or a credential of another type: ${users.join(' or ')}. Nothing was sent.`,
		},
	);
}

function refuseKind(
	context: IExecuteFunctions,
	spec: NodeSpec,
	{ auth, name }: Operation,
	kind: CredentialKind,
): never {
	const working = kindsOfCredentials(auth.kinds)
		.filter((each) => spec.authentication[each] !== undefined)
		.map(kindInWords);
	const scopes =
		auth.kinds.includes('oAuth2') && auth.scopes.length > 0
			? ` With OAuth 2.0 it needs the scopes ${auth.scopes.join(', ')}.`
			: '';
	throw new NodeOperationError(
		context.getNode(),
		`The operation "${name}" does not work with ${spec.authentication[kind] ?? kind}`,
		{ description: `Set "Authentication" to ${working.join(' or ')}.${scopes} Nothing was sent.` },
	);
}
