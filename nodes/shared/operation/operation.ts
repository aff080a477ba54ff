/**
 * The vocabulary of the package. An operation is a record of data, from which the engine builds the form
 * (`describe`), the request (`request`), the pages (`paging`) and the output items (`output`).
 */
import { mapValues } from 'lodash';
import type { INodeExecutionData } from 'n8n-workflow';
import type { Auth } from './auth';
import type { BatchCall, Call } from './call';
import type { Blamable, BrokenRule, Field, Fields, Values, ValuesOf } from './field';
import { title } from './labels';
import type { Paging, Result } from './result';

export * from './auth';
export * from './field';
export * from './call';
export * from './field';
export * from './result';
export * from './result';
export * from './resume';

type PathNames<R> = R extends `${string}{${infer Name}}${infer Rest}` ? Name | PathNames<Rest> : never;
type Route = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`;

/** A record as its author writes it. Its functions know the types of its fields. */
interface OperationRecord<R extends Route, F, V, Blamed extends string> {
	/**
	 * Method and path as documented; the names in braces are fields.
	 *
	 * @example
	 * route: 'DELETE /2/lists/{id}/members/{user_id}',
	 * fields: { id: id(), user_id: id() },
	 */
	readonly route: R;
	/**
	 * The name in the menu, where it is not the record's key in words (`getFollowers`, "Get Followers").
	 *
	 * @example
	 * name: 'Get Followers',
	 */
	readonly name?: string;
	/** @example action: 'Get the followers of a list', */
	readonly action: string;
	/** @example description: 'Get the users who follow a list', */
	readonly description: string;
	/**
	 * Address of the public documentation page of an operation that `test/facts` does not have.
	 *
	 * @example
	 * docs: 'https://docs.x.com/x-api/getting-started/pricing',
	 */
	readonly docs?: `https://docs.x.com/${string}`;
	/**
	 * The credentials, where they are not those of its resource.
	 *
	 * @example
	 * auth: user('list.read', 'users.read'),
	 */
	readonly auth?: Auth;
	/** @example fields: { id: id(), ...filters({ start_time: date() }) }, */
	readonly fields: F;
	/** @example paging: token(100), */
	readonly paging?: Paging;
	/** @example result: many(entities.user), */
	readonly result?: Result<V>;
	/**
	 * Sent even if it is empty: X refuses the request without a body.
	 *
	 * @example
	 * route: 'POST /2/lists/{id}/refresh',
	 * body: 'always',
	 */
	readonly body?: 'always';
	/**
	 * Rejects an update without changes before it is sent. Default: whether it has Update Fields.
	 *
	 * @example
	 * route: 'PUT /2/lists/{id}',
	 * fields: { id: id(), ...update({ name: text({ max: 25 }) }) },
	 * needsChange: false,
	 */
	readonly needsChange?: boolean;
	/**
	 * Checks rules across fields with the encoded values, and yields those that are broken.
	 *
	 * @example
	 * fields: { id: id(), ...filters({ first: number(), last: number() }) },
	 * *check({ first, last }) {
	 * 	if (first !== undefined && last !== undefined && last < first)
	 * 		yield broken('last', 'minimum', 'must not be less than {first}');
	 * },
	 */
	check?(values: V): Iterable<BrokenRule<Blamed>>;
	/**
	 * Notes for the user that do not stop the request; `{key}` stands for the label of that field.
	 *
	 * @example
	 * *warn({ id }) {
	 * 	if (id.length < 6) yield '{id} is very short';
	 * },
	 */
	warn?(values: V): Iterable<string>;
	/**
	 * For lists whose end depends on their entities: what to keep of a page, and whether it is the last one.
	 *
	 * @example
	 * page: (body, { id }) => ({ body, last: JSON.stringify(body).includes(id) }),
	 */
	page?(body: unknown, values: V): { readonly body: unknown; readonly last: boolean };
	/**
	 * Completes an answer with those of further requests. Used for Raw output, too.
	 *
	 * @example
	 * async complete(body, { send }) {
	 * 	return { list: body, members: await send({ method: 'GET', path: '/2/lists/1/members' }) };
	 * },
	 */
	complete?(body: unknown, call: Call<V>): Promise<unknown>;
	/**
	 * Prepares an answer before items are made of it. Not used for Raw output.
	 *
	 * @example
	 * async read(body, { send }) {
	 * 	const members = await send({ method: 'GET', path: '/2/lists/1/members' });
	 * 	return { list: body, members };
	 * },
	 */
	read?(body: unknown, call: Call<V>): Promise<unknown>;
	/**
	 * For operations that send several requests, or a request that differs from the record.
	 *
	 * @example
	 * async run({ send, request, item, values }) {
	 * 	await send({ ...request(), method: 'DELETE' });
	 * 	return [item({ deleted: true, id: values.id })];
	 * },
	 */
	run?(call: Call<V>): Promise<INodeExecutionData[]>;
	/**
	 * For operations that send several input items in one request.
	 *
	 * @example
	 * async runAll({ items, call }) {
	 * 	const calls = await Promise.all(items.map((_item, index) => call(index)));
	 * 	return calls.map(({ item, values }) => item({ id: values.id }));
	 * },
	 */
	runAll?(batch: BatchCall<V>): Promise<INodeExecutionData[]>;
	/**
	 * Combines many of these look-ups into one request.
	 *
	 * @example
	 * gather: { route: 'GET /2/lists', parameter: 'ids', max: 100, field: 'id' },
	 */
	readonly gather?: GatherRule;
	/**
	 * Whether items are sent in parallel because their order does not matter. Set it for a POST whose order no one can
	 * see, such as a like. Other methods are parallel by default, but updates of the same thing stay in order.
	 *
	 * @example
	 * route: 'POST /2/lists/{id}/likes',
	 * commutes: true,
	 */
	readonly commutes?: boolean;
	/**
	 * Whether each of its requests may be billed. Default: true for API v2, otherwise false.
	 *
	 * @example
	 * isBilled: false,
	 */
	readonly isBilled?: boolean;
	/**
	 * The route whose price its form names, where what is billed is not its own.
	 *
	 * @example
	 * billedAs: 'GET /2/users/{id}/tweets',
	 */
	readonly billedAs?: `GET /2/${string}`;
	/**
	 * Whether its `run` begins at the place that Resume From names, and says with `reached` how far it came. Lists do so
	 * without it. With `items` its `runAll` does the items that an earlier run left, from their start; a `run` does so
	 * without it.
	 *
	 * @example
	 * resumes: true,
	 */
	readonly resumes?: boolean | 'items';
	/**
	 * What its `run` reads before it writes, for its price: an object of each route. Default: nothing that is billed.
	 *
	 * @example
	 * readsFirst: ['GET /2/users/me'],
	 */
	readonly readsFirst?: readonly `GET /2/${string}`[];
	/**
	 * Another factor in an item's number of requests, for Estimate Cost: the Posts of a thread, the days of a count,
	 * the bytes of a file, or an ID for each item.
	 *
	 * @example
	 * effort: 'posts',
	 */
	readonly effort?: 'posts' | 'days' | 'bytes' | 'ids';
	/**
	 * Values of the `environment` parameter for which the operation exists. Default: all.
	 *
	 * @example
	 * environments: ['production'],
	 */
	readonly environments?: readonly string[];
}

/** The request that looks up several entities by their identifiers. */
export interface GatherRule {
	/** Its route; names in braces are fields of the operation. */
	readonly route: `GET /${string}`;
	readonly parameter: string;
	/** The most identifiers in one request. */
	readonly max: number;
	readonly field: string;
	/** The entity's property with the identifier. Default: `id`. */
	readonly key?: string;
	readonly query?: readonly (readonly [string, string])[];
	/** The rule for identifiers that are usernames, which begin with @. */
	readonly byName?: GatherRule;
}

export type Operation = OperationRecord<Route, Fields, Values, string> & {
	readonly name: string;
	readonly auth: Auth;
};

/** The credentials of a record that names none. */
const UNNAMED: Auth = { kinds: [], scopes: [] };

/** A mistake in a record, as a type that no value fits: the compiler prints its sentence as the reason of the error. */
type Mistake<R extends Route, F, Blamed> = NotAMember<
	'fields',
	'The route names {',
	'}',
	PathNames<R>,
	keyof F
> &
	NotAMember<'check', 'check blames ', '', Blamed, Blamable<F>>;

type NotAMember<Member extends string, Before extends string, After extends string, Named, Known> = [
	Exclude<Named, Known>,
] extends [never]
	? unknown
	: {
			readonly [
				name in Member
			]: `${Before}${Exclude<Named, Known> & string}${After}, but fields has no member ${Exclude<Named, Known> & string}`;
		};

/**
 * Returns a record after the compiler has checked it: each name in the route's braces must be a field, and the
 * functions of the record know the types of its fields.
 *
 * @example
 * op({
 *   route: 'GET /2/users/{id}/followers',
 *   action: 'Get the followers of a user',
 *   description: 'Get the users who follow a user',
 *   auth: any('follows.read', 'users.read'),
 *   fields: { id: id() },
 *   paging: token(1000),
 *   result: many(entities.user),
 * });
 */
export function op<const R extends Route, F extends Fields, Blamed extends string = never>(
	operation: OperationRecord<R, F, ValuesOf<NoInfer<F>>, Blamed> & Mistake<R, F, Blamed>,
): Operation {
	return { name: '', auth: UNNAMED, ...operation };
}

/** Checks whether the items of an operation are sent in parallel. */
export const isSideBySide = (operation: Operation): boolean =>
	operation.runAll === undefined && (operation.commutes ?? !operation.route.startsWith('POST '));

/** Checks whether an operation's requests may be billed singly: https://docs.x.com/x-api/getting-started/pricing */
export const mayBeBilled = ({ route, billedAs, isBilled }: Operation): boolean =>
	isBilled ?? (billedAs ?? route).includes(' /2/');

/** Checks whether an item can begin at the place that an earlier run reached. */
export const beginsAnywhere = ({ paging, resumes }: Operation): boolean =>
	(paging !== undefined && paging.isSingle !== true) || resumes === true;

export interface Resource {
	/** Value in saved workflows: never changes once released. */
	readonly value: string;
	readonly name: string;
	/** The operation that a new node starts with; the first one by default. Never changes once released. */
	readonly defaultOperation?: string;
	/** The first operations of the menu, by use. The others follow by name. */
	readonly mostUsed?: readonly string[];
	readonly operations: Readonly<Record<string, Operation>>;
}

/** A resource as its author writes it. */
interface ResourceRecord extends Omit<Resource, 'name'> {
	/** Default: its value in words. */
	readonly name?: string;
	/** The credentials of operations that name none: of all of them, or of those that read and those that write. */
	readonly auth?: Auth | readonly [reads: Auth, writes: Auth];
}

/**
 * Returns a resource whose operations have all that their keys and the resource say.
 *
 * @example
 * resource({
 *   value: 'list',
 *   auth: [any('list.read'), user('list.write')],
 *   operations: {},
 * });
 */
export function resource({ auth, operations, ...rest }: ResourceRecord): Resource {
	const [reads, writes = reads] = auth === undefined || 'kinds' in auth ? [auth] : auth;
	return {
		name: title(rest.value),
		...rest,
		operations: mapValues(operations, (operation, key) => ({
			...operation,
			name: operation.name === '' ? title(key) : operation.name,
			needsChange: operation.needsChange ?? Object.values(operation.fields).some(isChange),
			auth: operation.auth === UNNAMED ? ((isRead(operation) ? reads : writes) ?? UNNAMED) : operation.auth,
		})),
	};
}

/** Checks whether a field is one that an update may change. */
export const isChange = ({ collection, place }: Field): boolean =>
	collection === 'updateFields' && place !== 'form';

const isRead = ({ route }: Operation): boolean => route.startsWith('GET ');
