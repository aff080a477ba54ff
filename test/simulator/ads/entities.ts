/** The operations that all kinds of entities have in common: list, get, create, update, delete. */
import type { Context, Handler, Handlers, Payload } from './context';
import { refuse } from './errors';
import { findOperation } from '../../facts';
import { listPage, type ListShape } from './list';
import { begun, changed } from './samples';
import type { Values } from '../frame/validate';
import { dataOf, text, type AdsState, type Data, type Entity, type Json, type Kind } from './state';

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
	/** What is checked or done before each of its operations. */
	readonly before?: (context: Context) => void;
	/** What a request says, where the facts do not know all of it. */
	readonly read?: (context: Context) => Values;
	/** Fields of a new entity with rules of its own; with an identifier, where X makes it in another way. */
	readonly create?: (context: Context, values: Values) => Fields;
	/** Fields that change, where there are rules for that. */
	readonly update?: (context: Context, entity: Entity, values: Values) => Fields;
	/** More fields that change with the deletion. */
	readonly onDelete?: (entity: Entity) => Fields;
	/** What a reader sees; computed fields are added here. */
	readonly view?: (state: AdsState, data: Data) => Data;
	/** Whether a list or a read shows it without `with_deleted`, beyond its own flag. */
	readonly hidden?: (state: AdsState, data: Data) => boolean;
	/** Whether a list shows it at all. */
	readonly listed?: (data: Data, context: Context) => boolean;
	readonly newestFirst?: boolean;
	/** Whether it cannot be seen once it is deleted, whatever is asked for. */
	readonly isGone?: boolean;
	/** Whether one comes in a list, except a new one. */
	readonly comesInList?: boolean;
}

/** A kind whose names follow from one of them: `line_item` → `line_items`, `line_item_id`, `line_item_ids`. */
export const named = (noun: string, kind: Kind) => ({
	kind,
	segment: `${noun}s`,
	idParam: `${noun}_id`,
	notFound: `${noun.toUpperCase()}_NOT_FOUND`,
	filters: { [`${noun}_ids`]: 'id' },
});

/** The members of a body beside those that the facts know. */
export const withBody = ({ request: { body }, values }: Context): Values => ({
	...values,
	...(body as Values),
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
	return found && !found.data.deleted ? found : notFound(kind, id, parameter);
}

function notFound({ notFound: code, segment }: EntityKind, id: string, parameter: string): never {
	return refuse(code, `${segment.split('/').pop()} "${id}" was not found`, parameter);
}

export function createEntity(kind: EntityKind, context: Context, values: Values): Data {
	const fields = kind.create?.(context, values) ?? begun(kind.segment, values);
	const entity = addEntity(context, kind.kind, fields);
	record(kind, context, entity, 'CREATE', {});
	return seen(kind, context.state, entity);
}

/** Add an entity without any check, as X does for its own. */
export function addEntity(
	{ state, accountId }: Pick<Scope, 'state' | 'accountId'>,
	kind: Kind,
	fields: Fields,
): Entity {
	const now = state.now();
	const id = text(fields.id) || state.nextId();
	const data = { ...fields, id, created_at: now, updated_at: now, deleted: false };
	return state.of(kind).add(accountId, data);
}

export function updateEntity(kind: EntityKind, scope: Context, id: string, values: Values): Data {
	const entity = living(kind, scope, id);
	const before = entity.data;
	const change = kind.update?.(scope, entity, values) ?? changed(values);
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
	const rows = dataOf(state, kind.kind, accountId).filter(
		(data) =>
			!(kind.isGone && data.deleted) &&
			(kind.listed?.(data, context) ?? true) &&
			(all || !kind.hidden?.(state, data)),
	);
	const found = listPage(context, kind.newestFirst ? rows.reverse() : rows, kind);
	const view = kind.view;
	if (!view) return found;
	return { ...found, data: (found.data as readonly Data[]).map((data) => view(state, data)) };
}

function get(kind: EntityKind, { state, accountId, values }: Context, id: string): Data {
	const found = state.of(kind.kind).find(accountId, id);
	const gone = found && (found.data.deleted || kind.hidden?.(state, found.data));
	if (!found || (gone && (kind.isGone || values.with_deleted !== true)))
		return notFound(kind, id, kind.idParam);
	return seen(kind, state, found);
}

/** Handlers for those of the five operations that are documented for a kind. */
export function entityHandlers(kind: EntityKind): Handlers {
	const all = `/${kind.version ?? 12}/accounts/{account_id}/${kind.segment}`;
	const one = `${all}/{${kind.idParam}}`;
	const id = ({ path }: Context) => path[kind.idParam] ?? path.id ?? '';
	const single = (data: Json): Payload => ({ data: kind.comesInList ? [data] : data });
	const possible: Record<string, Handler> = {
		[`GET ${all}`]: (context) => list(kind, context),
		[`GET ${one}`]: (context) => single(get(kind, context, id(context))),
		[`POST ${all}`]: (context) => ({ data: createEntity(kind, context, context.values) }),
		[`PUT ${one}`]: (context) => single(updateEntity(kind, context, id(context), context.values)),
		[`DELETE ${one}`]: (context) => single(deleteEntity(kind, context, id(context))),
	};
	return Object.fromEntries(
		Object.entries(possible).flatMap(([route, handler]) => {
			const documented = findOperation(route)?.route;
			if (documented === undefined) return [];
			const prepared: Handler = (context) => {
				kind.before?.(context);
				return handler(kind.read ? { ...context, values: kind.read(context) } : context);
			};
			return [[documented, prepared]];
		}),
	);
}
