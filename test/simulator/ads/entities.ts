/** The operations that all kinds of entities have in common: list, get, create, update, delete. */
import type { Context, Handler, Handlers, Payload } from './context';
import { refuse } from './errors';
import { findOperation } from '../../facts';
import { listPage, type ListShape } from './list';
import type { Values } from '../frame/validate';
import type { AdsState, Data, Entity, Json, Kind } from './state';

export type Fields = Readonly<Record<string, Json>>;

export interface EntityKind extends ListShape {
	readonly kind: Kind;
	/** Of the API, where it is not the present one. */
	readonly version?: number;
	/** Path below the account: `campaigns`. */
	readonly segment: string;
	readonly idParam: string;
	readonly notFound: string;
	/** Name in the account history. */
	readonly history?: string;
	/** Fields of a new entity, after its rules have been checked. */
	readonly create?: (context: Scope, values: Values) => Fields;
	/** Fields that change, after the rules have been checked. */
	readonly update?: (context: Scope, entity: Entity, values: Values) => Fields;
	/** More fields that change with the deletion. */
	readonly onDelete?: (entity: Entity) => Fields;
	/** What a reader sees; computed fields are added here. */
	readonly view?: (state: AdsState, data: Data) => Data;
	/** Whether a list or a read shows it without `with_deleted`, beyond its own flag. */
	readonly hidden?: (state: AdsState, data: Data) => boolean;
	/** Whether a list shows it at all. */
	readonly listed?: (data: Data, values: Values) => boolean;
}

/** The names of a kind, where they follow from one of them: `line_item` → `line_items`, `line_item_id`. */
export const named = (noun: string, kind: Kind) => ({
	kind,
	segment: `${noun}s`,
	idParam: `${noun}_id`,
	notFound: `${noun.toUpperCase()}_NOT_FOUND`,
});

/** Where an operation takes place. */
export type Scope = Pick<Context, 'state' | 'userId' | 'accountId'>;

/** Find a living entity of an account, or refuse with its own "not found" code. */
export function living(
	kind: EntityKind,
	{ state, accountId }: Scope,
	id: string,
	parameter = kind.idParam,
): Entity {
	const found = state.of(kind.kind).find(accountId, id);
	if (!found || found.data.deleted)
		return refuse(kind.notFound, `${kind.segment} "${id}" was not found`, parameter);
	return found;
}

export function createEntity(kind: EntityKind, scope: Scope, values: Values): Data {
	const { state } = scope;
	const fields = kind.create?.(scope, values) ?? {};
	const entity = addEntity(scope, kind.kind, fields);
	record(kind, scope, entity, 'CREATE', {});
	return seen(kind, state, entity);
}

/** Add an entity without any check, as X does for its own. */
export function addEntity(
	{ state, accountId }: Pick<Scope, 'state' | 'accountId'>,
	kind: Kind,
	fields: Fields,
): Entity {
	const now = state.now();
	const data = { ...fields, id: state.nextId(), created_at: now, updated_at: now, deleted: false };
	return state.of(kind).add(accountId, data);
}

export function updateEntity(kind: EntityKind, scope: Scope, id: string, values: Values): Data {
	const entity = living(kind, scope, id);
	const before = entity.data;
	const change = kind.update?.(scope, entity, values) ?? {};
	scope.state.of(kind.kind).patch(entity, { ...change, updated_at: scope.state.now() });
	const changes = Object.fromEntries(
		Object.entries(change)
			.filter(([name, value]) => JSON.stringify(before[name] ?? null) !== JSON.stringify(value))
			.map(([name, value]) => [name, { old: before[name] ?? null, new: value }]),
	);
	record(kind, scope, entity, 'UPDATE', changes);
	return seen(kind, scope.state, entity);
}

export function deleteEntity(kind: EntityKind, scope: Scope, id: string): Data {
	const entity = living(kind, scope, id);
	const change = { ...kind.onDelete?.(entity), deleted: true, updated_at: scope.state.now() };
	scope.state.of(kind.kind).patch(entity, change);
	record(kind, scope, entity, 'DELETE', { deleted: { old: false, new: true } });
	return seen(kind, scope.state, entity);
}

function seen(kind: EntityKind, state: AdsState, { data }: Entity): Data {
	return kind.view?.(state, data) ?? data;
}

function record(kind: EntityKind, scope: Scope, entity: Entity, change: string, changes: Fields): void {
	if (!kind.history) return;
	const { id, ...snapshot } = entity.data;
	scope.state.log({
		accountId: scope.accountId,
		entry: {
			change_by: { user_id: scope.userId, platform: 'API_OTHER' },
			changes,
			change_time: scope.state.now(),
			entity_id: id,
			entity: kind.history,
			entity_data: snapshot,
			change_type: change,
		},
	});
}

function list(kind: EntityKind, context: Context): Payload {
	const { state, accountId, values } = context;
	const all = values.with_deleted === true;
	const rows: Data[] = [];
	for (const { data } of state.of(kind.kind).of(accountId)) {
		if (kind.listed && !kind.listed(data, values)) continue;
		if (!all && kind.hidden?.(state, data)) continue;
		rows.push(data);
	}
	const found = listPage(context, rows, kind);
	const view = kind.view;
	if (!view) return found;
	return { ...found, data: (found.data as readonly Data[]).map((data) => view(state, data)) };
}

function get(kind: EntityKind, { state, accountId, values }: Context, id: string): Payload {
	const found = state.of(kind.kind).find(accountId, id);
	const gone = found && (found.data.deleted || kind.hidden?.(state, found.data));
	if (!found || (gone && values.with_deleted !== true)) {
		return refuse(kind.notFound, `${kind.segment} "${id}" was not found`, kind.idParam);
	}
	return { data: seen(kind, state, found) };
}

/** Handlers for those of the five operations that are documented for a kind. */
export function entityHandlers(kind: EntityKind): Handlers {
	const all = `/${kind.version ?? 12}/accounts/{account_id}/${kind.segment}`;
	const one = `${all}/{${kind.idParam}}`;
	const id = ({ path }: Context) => path[kind.idParam] ?? path.id ?? '';
	const possible: Record<string, Handler> = {
		[`GET ${all}`]: (context) => list(kind, context),
		[`GET ${one}`]: (context) => get(kind, context, id(context)),
		[`POST ${all}`]: (context) => ({ data: createEntity(kind, context, context.values) }),
		[`PUT ${one}`]: (context) => ({ data: updateEntity(kind, context, id(context), context.values) }),
		[`DELETE ${one}`]: (context) => ({ data: deleteEntity(kind, context, id(context)) }),
	};
	return Object.fromEntries(
		Object.entries(possible).flatMap(([route, handler]) => {
			const documented = findOperation(route)?.route;
			return documented === undefined ? [] : [[documented, handler]];
		}),
	);
}
