/** The vocabulary of events: an event is a list to read, and how an entry of it is known again. */
import type { IPollFunctions } from 'n8n-workflow';
import type { Host } from '../../shared/auth/credentialKinds';
import type { Api, ApiRequest } from '../../shared/http/connection';
import type { Entity } from '../../shared/model/escapedText';
import type { Operation, Values } from '../../shared/operation/operation';
import { asText } from '../../shared/util/text';
import type { Ask, Cursor, Row } from '../cursor/cursor';
import type { EventField, EventOption } from '../form';

/** A list that was found on X. */
export interface FoundList {
	readonly values: Values;
	/** What changes when there is something new in it; it is read again and again where this is unknown. */
	readonly version?: string | undefined;
}

/** What an event may ask X for besides its list. */
export interface Tools {
	readonly context: IPollFunctions;
	readonly send: (request: ApiRequest) => Promise<unknown>;
	readonly ownUserId: () => Promise<string>;
}

/** What a page is fetched with. */
export interface Fetching {
	readonly context: IPollFunctions;
	readonly api: Api;
	/** The values of the list's own fields. */
	readonly values: Values;
	readonly ask: Ask;
	/** When the poll has to be over, in milliseconds since 1970. */
	readonly deadline: number;
}

/** A page as the list's `result` finds its entities, and where the next one begins. */
export interface FetchedPage {
	readonly body: unknown;
	readonly next?: string | undefined;
}

export interface TriggerEvent {
	/** In the menu of events. */
	readonly name: string;
	/** In n8n's panel of nodes. */
	readonly action: string;
	readonly description: string;
	/** What an entry is called in texts. */
	readonly noun: string;
	/** The fields of the form that it needs. */
	readonly fields: readonly EventField[];
	/** Options of the form that only some events have. */
	readonly options?: readonly EventOption[];
	/** The list: route, credentials, scopes, selections and pages. */
	readonly list: Operation;
	readonly host?: Host;
	/** How it is read. */
	readonly cursor: Cursor;
	/** For lists that one request does not give. */
	fetch?(fetching: Fetching): Promise<FetchedPage>;
	/** Fewest requests of a poll, where that is not one. */
	readonly requests?: number;
	/** Parameters that take the bounds of a page. */
	readonly bounds?: { readonly since: string; readonly until: string };
	/** How many entries the first page of a poll has that nothing is new in. */
	readonly reread: number;
	/** Expansions that Simplified joins in. */
	readonly expand?: string;
	/** The values of the list's own fields, one set for each list to read, by what the form says. */
	lists(form: Values): readonly Values[];
	/** The lists there are, where only X knows: asked for at each poll. Nothing where the form says which. */
	discover?(tools: Tools, form: Values): Promise<readonly FoundList[] | undefined>;
	/** How many entities that costs at most. */
	readonly discovered?: number;
	/** What is remembered of a list in which nothing was so far: all is new in those that come later. */
	readonly empty?: object;
	/** What entries are made of, where an answer has to be read first; not for Raw output. */
	read?(body: unknown, tools: Tools): Promise<unknown>;
	/** Where an entry has its place, and by what it is known again. */
	identify(entity: Entity): Pick<Row, 'id' | 'key' | 'version'>;
	/** Whether an entry starts the workflow. */
	isWanted?(entity: Entity, form: Values): boolean;
	/** The event needs to know when the first poll was, in milliseconds since 1970, as `since`. */
	readonly needsStart?: boolean;
	/** The event needs to know who the authenticated user is. */
	readonly needsMe?: boolean;
}

/** The lists that the form says. */
export const listsOf = (event: TriggerEvent, form: Values): readonly FoundList[] =>
	event.lists(form).map((values) => ({ values }));

/** For entities that keep their ID and have no versions. */
export const byItsId = ({ id }: Entity) => ({ id: asText(id), key: asText(id) });
