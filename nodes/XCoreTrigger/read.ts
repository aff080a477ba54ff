/** This file requests the pages of an event's list. */
import { get, mapValues, mergeWith, pick, uniqBy } from 'lodash';
import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { entities, toItems, type OutputChoice } from '../shared/engine/output';
import { ownAccount, type OwnAccount, ownAccountIds } from '../shared/events/ownAccounts';
import { messageIn, type IncomingMessage } from '../shared/events/incomingMessage';
import { Notices } from '../shared/events/notices';
import { isOwnEntry } from '../shared/events/ownEntries';
import type { AgentInput } from '../shared/events/agentInput';
import { findOwnId, userIdFinder } from '../shared/http/findUsers';
import { withDefaultFields } from '../shared/engine/defaultFields';
import { RefusedChoices, type OwnChoices } from '../shared/engine/ownChoices';
import { withSteps } from '../shared/engine/steps';
import { nextToken, ofSize, startingAt } from '../shared/engine/paging';
import { buildRequest, withQuery } from '../shared/engine/request';
import { blames, requestProblems } from '../shared/engine/requestProblems';
import { lookedAt } from '../shared/errors';
import type { Ledger } from '../shared/ledger/ledger';
import { connect, type Api, type ApiRequest, type OwnChoice } from '../shared/http/connection';
import { RateLimits } from '../shared/http/rateLimits';
import type { Values } from '../shared/operation/operation';
import { asText } from '../shared/util/text';
import type { PageRequest, ListPage, PagePosition, ListRow } from './cursor/cursor';
import type { Entity } from '../shared/model/escapedText';
import type { FetchedPage, FoundList, EventTools, TriggerEvent } from './events/event';
import { dependsOnAccount, resolveForm, type PollSettings } from './settings';

export interface PolledEntry {
	readonly json: IDataObject;
	/** The reason why it starts nothing, as far as the entry itself shows. */
	readonly leftOut?: 'notWanted' | 'own' | undefined;
	/** The message in it. Is undefined for entries without words. */
	readonly heard?: IncomingMessage | undefined;
	readonly note?: string | undefined;
}

export type PolledRows = readonly ListRow<PolledEntry>[];

export const isWanted = ({ entity }: ListRow<PolledEntry>): boolean => entity.leftOut === undefined;

/** Sends the requests of one poll. */
export class PollReader {
	private readonly limits = new RateLimits();
	private readonly refused = new RefusedChoices();
	private own: OwnAccount | undefined;
	private named: readonly string[] = [];

	/** @param limit Max Cost per Day of the node. */
	constructor(
		private readonly context: IPollFunctions,
		private readonly settings: PollSettings,
		private readonly deadline: number,
		private readonly limit?: Ledger,
	) {}

	async api(host = this.settings.event.host): Promise<Api> {
		const { kind, event } = this.settings;
		const isBilled = host === undefined || host === 'baseUrl';
		const api = await connect(this.context, {
			kind,
			host: host ?? 'baseUrl',
			scopes: event.list.auth.scopes,
			limits: this.limits,
			...(isBilled && this.limit && { bill: this.limit }),
			maxWait: Math.max(0, (this.deadline - Date.now()) / 1000),
		});
		return withSteps(api, { ownChoices: this.refused });
	}

	async page(values: Values, form: Values, ask: PageRequest): Promise<ListPage<PolledEntry>> {
		const { event, choice } = this.settings;
		const own = await this.ownIds(form);
		const { body, next, at } = await this.answer(values, ask);
		const arrivedAt = Date.now();
		const found = entities(event.list.result, body);
		if (found.length === 0) lookedAt(body, this.context.getNode());
		const items = choice.mode === 'raw' ? [] : toItems(event.list.result, body, values, choice);
		const includes: unknown = get(body, 'includes');
		const rows = found.map((entity, index) => ({
			...event.identify(entity),
			entity: {
				json: { ...this.shown(entity, form, items[index], includes), ...this.said(entity, form) },
				leftOut: this.leftOut(entity, form, own),
				heard: this.heard(entity, own),
				note: event.note?.(entity, form),
			},
		}));
		return { rows, next, at, arrivedAt };
	}

	private leftOut(entity: Entity, form: Values, own: ReadonlySet<string>): PolledEntry['leftOut'] {
		if (this.named.some((id) => isOwnEntry(entity, id))) return 'own';
		if (this.settings.event.isWanted?.(entity, form) !== false) return undefined;
		return [...own].some((id) => isOwnEntry(entity, id)) ? 'own' : 'notWanted';
	}

	/** Returns an entry as the workflow gets it. For Raw output there is no `item`. */
	private shown(entity: Entity, form: Values, item: Entity | undefined, includes: unknown): IDataObject {
		const { event } = this.settings;
		return (event.shown?.(entity, form) ??
			item ?? { data: entity, ...(includes !== undefined && { includes }) }) as IDataObject;
	}

	/** Finds the accounts that workflows write as: that of the credential, the mentioned one, and those of the form. */
	private async ownIds({ me, user_id: mentioned }: Values): Promise<ReadonlySet<string>> {
		const { context, settings } = this;
		if (!settings.event.said) return new Set();
		this.named = await ownAccountIds({
			context,
			names: settings.ownAccounts,
			data: context.getWorkflowStaticData('node'),
			notices: new Notices(context, 'X Trigger'),
			connect: async () => await this.api('baseUrl'),
			me: async () => this.own?.id ?? (await findOwnId(context, await this.api('baseUrl'))),
		});
		return new Set([...this.named, asText(me), asText(mentioned)]);
	}

	private heard(entity: Entity, own: ReadonlySet<string>): IncomingMessage | undefined {
		const said = this.settings.event.said?.(entity);
		const isMention = this.settings.event.name === 'mention';
		return said && messageIn(entity, said, (id) => own.has(id), { isMention });
	}

	/** Reads the words of an entry as the workflow gets it. Selected Fields has only the parts that it names. */
	private said(entity: Entity, form: Values): Partial<AgentInput> | undefined {
		const { event, choice } = this.settings;
		const all = event.said?.(event.shown?.(entity, form) ?? entity);
		return all && choice.mode === 'selectedFields' ? pick(all, choice.fields) : all;
	}

	/** Finds the account of the credential, by which the node recognizes own Posts, if the event needs it. */
	async account(known: OwnAccount | undefined): Promise<OwnAccount | undefined> {
		const { kind } = this.settings;
		if (!dependsOnAccount(this.settings) || kind === 'app' || kind === 'pixelToken') return undefined;
		return (this.own = await ownAccount(this.context, await this.api('baseUrl'), known));
	}

	async resolve(): Promise<Values> {
		// The Ads API has no users.
		const api = await this.api('baseUrl');
		const lookup = { api, ownUserId: this.tools(api).ownUserId, userId: userIdFinder(this.context, api) };
		return await resolveForm(this.settings, lookup, this.own?.id);
	}

	/** Requests the existing lists, if only X knows them. Is undefined if the form names the lists. */
	async discover(form: Values): Promise<readonly FoundList[] | undefined> {
		return await this.settings.event.discover?.(this.tools(await this.api()), form);
	}

	private tools(api: Api): EventTools {
		return {
			context: this.context,
			kind: this.settings.kind,
			poll: this,
			send: async (request) => (await api.send(request)).body,
			ownUserId: async () => this.own?.id ?? (await findOwnId(this.context, api)),
		};
	}

	private async answer(values: Values, ask: PageRequest): Promise<FetchedPage> {
		const { context, deadline } = this;
		const { event, choice, joins } = this.settings;
		const api = await this.api();
		if (event.fetch) return await event.fetch({ context, api, values, ask, deadline });
		const make = (size: number) => requestOf(event, values, { ...ask, size }, choice, joins);
		// The page is as large as the limits on cost still allow. They refuse less than the smallest page.
		const room = (await api.room?.(make(ask.size), ask.size)) ?? ask.size;
		const request = make(room >= (event.list.paging?.min ?? 1) ? room : ask.size);
		const { body: answer, headers } = await api.send(request);
		const at = Date.parse(headers.date ?? '');
		const body = event.read ? await event.read(answer, this.tools(api), values) : answer;
		const next = event.list.paging && nextToken(event.list.paging, answer);
		return { body, next, ...(Number.isFinite(at) && { at }) };
	}

	placeIn = (error: unknown): PagePosition | undefined => {
		const { bounds, list } = this.settings.event;
		const problems = requestProblems(error);
		const isAbout = (name: string | undefined) =>
			name !== undefined && problems.some((problem) => blames(problem, name));
		if (isAbout(list.paging?.request) || isAbout('pagination_token') || isAbout('next_token')) return 'token';
		if (isAbout(bounds?.since)) return 'since';
		return isAbout(bounds?.until) ? 'until' : undefined;
	};
}

const SIMPLIFIED: OutputChoice = { mode: 'simplified', fields: [] };

/** Builds the request for a page. Every output requests the fields by which entries are recognized. */
export function requestOf(
	event: TriggerEvent,
	values: Values,
	ask: PageRequest,
	choice: OutputChoice,
	joins = false,
): ApiRequest {
	const expand = joins ? event.expand : undefined;
	const { list, bounds } = event;
	const within = bounds && { [bounds.since]: ask.since, [bounds.until]: ask.until };
	const all = buildRequest(list, { ...values, ...within });
	const page = list.paging ? ofSize(startingAt(all, list.paging, ask.token), list.paging, ask.size) : all;
	const base = withQuery(page, { ...(expand !== undefined && { expansions: expand }) });
	const choices = choice.mode === 'selectedFields' ? [choice, SIMPLIFIED] : [SIMPLIFIED];
	const fields = union(choices.map((each) => withDefaultFields(list, base, each).ownChoices ?? {}));
	return {
		...withQuery(
			base,
			mapValues(fields, (own) => own.map(({ value }) => value).join(',')),
		),
		ownChoices: {
			...base.ownChoices,
			...fields,
			...(expand !== undefined && { expansions: [{ value: expand }] }),
		},
	};
}

const union = (choices: readonly OwnChoices[]): OwnChoices =>
	mergeWith({}, ...choices, (one: readonly OwnChoice[] = [], other: readonly OwnChoice[] = []) =>
		uniqBy([...one, ...other], 'value'),
	) as OwnChoices;
