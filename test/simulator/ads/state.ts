/** What an ads host remembers. Production and sandbox each have one of these. */
import type { Platform } from '../frame';
import { isoSeconds } from '../frame/formats';
import { Shelves } from '../plain';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** A field as text; empty when there is none. */
export function text(value: Json | undefined): string {
	if (typeof value === 'string') return value;
	return value === null || value === undefined ? '' : JSON.stringify(value);
}

/** What every entity carries; the rest depends on the kind. */
export interface Data {
	readonly id: string;
	readonly created_at: string;
	readonly updated_at: string;
	readonly deleted: boolean;
	readonly [field: string]: Json;
}

export interface Entity {
	readonly accountId: string;
	data: Data;
}

export type Kind =
	| 'abTests'
	| 'accountMedia'
	| 'accounts'
	| 'appEventTags'
	| 'appLists'
	| 'audiencePermissions'
	| 'campaigns'
	| 'cards'
	| 'drafts'
	| 'customAudiences'
	| 'doNotReachLists'
	| 'fundingInstruments'
	| 'imageConversationCards'
	| 'leadForms'
	| 'lineItems'
	| 'media'
	| 'pollCards'
	| 'posts'
	| 'prerollCalls'
	| 'promotableUsers'
	| 'promotedTweets'
	| 'providerConfigurations'
	| 'scheduledPosts'
	| 'targetingCriteria'
	| 'videoConversationCards'
	| 'webEventTags';

/** The rows of an account, deleted ones too. */
export const dataOf = (state: AdsState, kind: Kind, accountId: string): Data[] =>
	state
		.of(kind)
		.of(accountId)
		.map(({ data }) => data);

/** Something that every host has one of, made when it is first asked for. */
export function perHost<T>(make: (state: AdsState) => T): (state: AdsState) => T {
	const known = new WeakMap<AdsState, T>();
	return (state) => {
		const found = known.get(state) ?? make(state);
		known.set(state, found);
		return found;
	};
}

/** Who holds which permission on an account. */
type Access = Readonly<Record<string, readonly string[]>>;

interface HistoryEntry {
	readonly accountId: string;
	readonly entry: Readonly<Record<string, Json>> & { change_time: string; entity: string; entity_id: string };
}

type Rollback = () => void;

/** Entities of one kind in order of creation. Nothing is ever taken out: deletion is a flag. */
class Collection {
	private readonly byId = new Map<string, Entity>();
	private readonly byAccount = new Map<string, Entity[]>();
	private readonly byParent = new Map<string, Entity[]>();

	/** @param parent The field that names the parent, so that finding its children does not read every row. */
	constructor(
		private readonly onChange: (undo: Rollback) => void,
		private readonly parent?: string,
	) {}

	add(accountId: string, data: Data): Entity {
		const entity: Entity = { accountId, data };
		const lists = [this.of(accountId)];
		if (this.parent !== undefined) lists.push(bucket(this.byParent, text(data[this.parent])));
		this.byId.set(data.id, entity);
		for (const list of lists) list.push(entity);
		this.onChange(() => {
			this.byId.delete(data.id);
			for (const list of lists) list.pop();
		});
		return entity;
	}

	patch(entity: Entity, change: Readonly<Record<string, Json>>): void {
		const before = entity.data;
		entity.data = { ...before, ...change };
		this.onChange(() => {
			entity.data = before;
		});
	}

	/** The entities of an account, deleted ones too. */
	of(accountId: string): Entity[] {
		return bucket(this.byAccount, accountId);
	}

	/** The living children of an entity. */
	childrenOf(parentId: string): Entity[] {
		return (this.byParent.get(parentId) ?? []).filter(({ data }) => !data.deleted);
	}

	find(accountId: string, id: string): Entity | undefined {
		const found = this.byId.get(id);
		return found?.accountId === accountId ? found : undefined;
	}

	findAny(id: string): Entity | undefined {
		return this.byId.get(id);
	}

	all(): IterableIterator<Entity> {
		return this.byId.values();
	}
}

function bucket(map: Map<string, Entity[]>, key: string): Entity[] {
	const known = map.get(key);
	if (known) return known;
	const made: Entity[] = [];
	map.set(key, made);
	return made;
}

const PARENTS: Partial<Record<Kind, string>> = {
	lineItems: 'campaign_id',
	targetingCriteria: 'line_item_id',
};

export class AdsState {
	private readonly collections = new Map<Kind, Collection>();
	private readonly undos: Rollback[] = [];
	private keeping = false;
	private sequence = 0;
	/** Everything without rules of its own. */
	readonly shelves = new Shelves(() => this.nextId());
	readonly history: HistoryEntry[] = [];
	readonly access = new Map<string, Access>();

	constructor(
		readonly host: 'production' | 'sandbox',
		readonly platform: Platform,
	) {}

	of(kind: Kind): Collection {
		const known = this.collections.get(kind);
		if (known) return known;
		const made = new Collection((undo) => this.remember(undo), PARENTS[kind]);
		this.collections.set(kind, made);
		return made;
	}

	log(entry: HistoryEntry): void {
		this.history.push(entry);
		this.remember(() => void this.history.pop());
	}

	/** An identifier as the API makes them: short, base 36. */
	nextId(): string {
		this.sequence += 1;
		return (0x1000000 + this.sequence * 7).toString(36);
	}

	now(): string {
		return isoSeconds(this.platform.clock.now());
	}

	/** Do all of it or, when it throws, none of it. */
	atomically<T>(work: () => T): T {
		this.undos.length = 0;
		this.keeping = true;
		try {
			return work();
		} catch (error) {
			this.keeping = false;
			for (const undo of this.undos.reverse()) undo();
			throw error;
		} finally {
			this.keeping = false;
		}
	}

	private remember(undo: Rollback): void {
		if (this.keeping) this.undos.push(undo);
	}
}

/** What tests change from outside. */
export interface Production {
	readonly production: { readonly state: AdsState };
}

/** A number of any size, printed as it is. */
export class RawNumber {
	constructor(private readonly digits: string) {}

	toJSON(): string {
		return `\u0001${this.digits}\u0001`;
	}
}

/** JSON as the API prints it, 64-bit identifiers as bare numbers included. */
export function serialize(body: unknown): string {
	return JSON.stringify(body).replace(/"\\u0001(\d+)\\u0001"/g, '$1');
}
