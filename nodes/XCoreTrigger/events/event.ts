/** The vocabulary of events: an event is a list to read, and how an entry of it is known again. */
import type { Host } from '../../shared/auth/credentialKinds';
import type { Entity } from '../../shared/model/escapedText';
import type { Operation, Values } from '../../shared/operation/operation';
import type { Cursor, Row } from '../cursor/cursor';
import type { EventField } from '../form';

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
	/** The list: route, credentials, scopes, selections and pages. */
	readonly list: Operation;
	readonly host?: Host;
	/** How it is read. */
	readonly cursor: Cursor;
	/** Parameters that take the bounds of a page. */
	readonly bounds?: { readonly since: string; readonly until: string };
	/** Parameter that takes the size of a page, where the list has no pages. */
	readonly size?: string;
	/** How many entries the first page of a poll has that nothing is new in. */
	readonly reread: number;
	/** Expansions that Simplified joins in. */
	readonly expand?: string;
	/** Query parameters that the event fixes. */
	readonly query?: Readonly<Record<string, string>>;
	/** The values of the list's own fields, one set for each list to read, by what the form says. */
	lists(form: Values): readonly Values[];
	/** Where an entry has its place, and by what it is known again. */
	identify(entity: Entity): Pick<Row, 'id' | 'key' | 'version'>;
	/** Whether an entry starts the workflow. */
	isWanted?(entity: Entity, form: Values): boolean;
	/** The event needs to know who the authenticated user is. */
	readonly needsMe?: boolean;
}
