/** This file defines events: an event is a list to read, and a way to recognize its entries. */
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

/** The tools with which an event requests more from X than its list. */
export interface EventTools {
	readonly context: IPollFunctions;
	readonly kind: CredentialKind;
	readonly send: (request: ApiRequest) => Promise<unknown>;
	readonly ownUserId: () => Promise<string>;
	/** Lives as long as the poll. n8n keeps the context until the workflow is unpublished. */
	readonly poll: object;
}

export interface Fetching {
	readonly context: IPollFunctions;
	readonly api: Api;
	readonly values: Values;
	readonly ask: PageRequest;
	/** The time at which the poll must end, in milliseconds since 1970. */
	readonly deadline: number;
}

/** A page in which the list's `result` finds the entities, and the token of the next one. */
export interface FetchedPage {
	readonly body: unknown;
	readonly at?: number;
	readonly next?: string | undefined;
}

export interface TriggerEvent {
	readonly name: string;
	readonly action: string;
	readonly description: string;
	readonly noun: string;
	readonly fields: readonly EventField[];
	readonly options?: readonly EventOption[];
	readonly list: Operation;
	readonly host?: Host;
	readonly cursor: Cursor;
	/** For lists that take more than one request. */
	fetch?(fetching: Fetching): Promise<FetchedPage>;
	readonly requests?: number;
	readonly bounds?: { readonly since: string; readonly until: string };
	/** The number of entries on a poll's first page if nothing is new. X charges each of them once a day. */
	readonly reread: number;
	/** The expansion that adds the user of an entry, if the form asks for it. */
	readonly expand?: 'author_id' | 'sender_id';
	/** The values of the list's own fields, one set for each list that the form asks for. */
	lists(form: Values): readonly Values[];
	/** Requests the existing lists at each poll, if only X knows them. Is undefined if the form names the lists. */
	discover?(tools: EventTools, form: Values): Promise<readonly FoundList[] | undefined>;
	readonly discovered?: number;
	/** The state of a list that has had no entries, so that everything in a list found later counts as new. */
	readonly empty?: object;
	/** Turns an answer into entries, if it must be read first. Not used for Raw output. */
	read?(body: unknown, tools: EventTools, values: Values): Promise<unknown>;
	/** Returns the place of an entry in the list, and its identity. */
	identify(entity: Entity): Pick<ListRow, 'id' | 'key' | 'version' | 'versions' | 'twin'>;
	isWanted?(entity: Entity, form: Values): boolean;
	/** Returns what the workflow gets in place of an entry. Is undefined for the entry itself. */
	shown?(entity: Entity, form: Values): IDataObject | undefined;
	/** Reads the words of an entry for n8n's AI Agent and memory nodes. Absent for entries without any, such as users. */
	said?(entity: Entity): AgentInput;
	/** Returns a line for n8n's log about an entry that does not start the workflow. */
	note?(entity: Entity, form: Values): string | undefined;
	/** Whether the event needs the time of the first poll, in milliseconds since 1970, as `since`. */
	readonly needsStart?: boolean;
	readonly needsMe?: boolean;
}

/** Returns the lists that the form names. */
export const listsOf = (event: TriggerEvent, form: Values): readonly FoundList[] =>
	event.lists(form).map((values) => ({ values }));

/** Identifies entities with a permanent ID and no versions. */
export const byItsId = ({ id }: Entity) => ({ id: asText(id), key: asText(id) });
