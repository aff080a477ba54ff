/** The vocabulary of events: an event is a list to read, and a way to recognize its entries. */
import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import type { CredentialKind, Host } from '../../shared/auth/credentialKinds';
import type { Api, ApiRequest } from '../../shared/http/connection';
import type { Entity } from '../../shared/model/escapedText';
import type { AgentInput } from '../../shared/events/agentInput';
import type { Operation, Values } from '../../shared/operation/operation';
import { asText } from '../../shared/util/text';
import type { PageRequest, Cursor, ListRow } from '../cursor/cursor';
import type { EventField, EventOption } from '../form';

export interface FoundList {
	readonly values: Values;
	/** Changes when there is something new in the list. A list without it is read at every poll. */
	readonly version?: string | undefined;
}

/** What an event may request from X besides its list. */
export interface EventTools {
	readonly context: IPollFunctions;
	/** The kind of the credential. */
	readonly kind: CredentialKind;
	readonly send: (request: ApiRequest) => Promise<unknown>;
	readonly ownUserId: () => Promise<string>;
	/** Lives as long as the poll. n8n keeps the context until the workflow is unpublished. */
	readonly poll: object;
}

/** What is needed to fetch a page. */
export interface Fetching {
	readonly context: IPollFunctions;
	readonly api: Api;
	/** The values of the list's own fields. */
	readonly values: Values;
	readonly ask: PageRequest;
	/** When the poll must end, in milliseconds since 1970. */
	readonly deadline: number;
}

/** A page in which the list's `result` finds the entities, and where the next one begins. */
export interface FetchedPage {
	readonly body: unknown;
	/** When X answered, by its clock, if it says. */
	readonly at?: number;
	readonly next?: string | undefined;
}

export interface TriggerEvent {
	readonly name: string;
	readonly action: string;
	readonly description: string;
	/** The name of an entry in texts. */
	readonly noun: string;
	/** The fields of the form that the event needs. */
	readonly fields: readonly EventField[];
	/** Options of the form that only some events have. */
	readonly options?: readonly EventOption[];
	/** The list: route, credentials, scopes, selections and pages. */
	readonly list: Operation;
	readonly host?: Host;
	readonly cursor: Cursor;
	/** For lists that take more than one request. */
	fetch?(fetching: Fetching): Promise<FetchedPage>;
	/** The fewest requests of a poll, if more than one. */
	readonly requests?: number;
	/** Parameters for the bounds of a page. */
	readonly bounds?: { readonly since: string; readonly until: string };
	/** How many entries a poll's first page has if nothing is new. X charges each of them once a day. */
	readonly reread: number;
	/** The expansion that adds the user of an entry, if the form asks for it. */
	readonly expand?: 'author_id' | 'sender_id';
	/** The values of the list's own fields, one set for each list that the form asks for. */
	lists(form: Values): readonly Values[];
	/**
	 * The existing lists, if only X knows them. They are requested at each poll. Undefined if the form names the
	 * lists.
	 */
	discover?(tools: EventTools, form: Values): Promise<readonly FoundList[] | undefined>;
	/** The most entities that this request may bill. */
	readonly discovered?: number;
	/** The state of a list that has had no entries, so that everything in a list found later counts as new. */
	readonly empty?: object;
	/** Turns an answer into entries, if it must be read first. Not used for Raw output. */
	read?(body: unknown, tools: EventTools, values: Values): Promise<unknown>;
	/** Where an entry is in the list, and what identifies it. */
	identify(entity: Entity): Pick<ListRow, 'id' | 'key' | 'version' | 'versions' | 'twin'>;
	isWanted?(entity: Entity, form: Values): boolean;
	/** What the workflow gets in place of an entry. Undefined for the entry itself. */
	shown?(entity: Entity, form: Values): IDataObject | undefined;
	/** What an entry says, for n8n's AI Agent and memory nodes. Absent for entries that say nothing, such as users. */
	said?(entity: Entity): AgentInput;
	/** What n8n's log should say of an entry that does not start the workflow. */
	note?(entity: Entity, form: Values): string | undefined;
	/** Whether the event needs the time of the first poll, in milliseconds since 1970, as `since`. */
	readonly needsStart?: boolean;
	/** Whether the list is that of the authenticated user. */
	readonly needsMe?: boolean;
}

/** The lists that the form names. */
export const listsOf = (event: TriggerEvent, form: Values): readonly FoundList[] =>
	event.lists(form).map((values) => ({ values }));

/** For entities with a permanent ID and no versions. */
export const byItsId = ({ id }: Entity) => ({ id: asText(id), key: asText(id) });
