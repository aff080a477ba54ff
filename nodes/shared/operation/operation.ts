/**
 * The vocabulary of the package. An operation is data: one record says what it is, and the engine makes of it the
 * form (`describe`), the request (`request`), the pages (`paging`) and the output items (`output`).
 */
import type { INodeExecutionData } from 'n8n-workflow';
import type { Auth } from './auth';
import type { Blamable, BrokenRule } from './brokenRule';
import type { BatchCall, Call } from './call';
import type { Fields, Values, ValuesOf } from './field';
import type { Paging } from './paging';
import type { Result } from './result';

export * from './auth';
export * from './brokenRule';
export * from './call';
export * from './field';
export * from './paging';
export * from './result';

type PathNames<R> = R extends `${string}{${infer Name}}${infer Rest}` ? Name | PathNames<Rest> : never;
type Route = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`;

/** A record as its author writes it: its functions see the types of its own fields. */
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
	 * @example
	 * name: 'Get Followers',
	 */
	readonly name: string;
	/**
	 * @example
	 * action: 'Get the followers of a list',
	 */
	readonly action: string;
	/**
	 * @example
	 * description: 'Get the users who follow a list',
	 */
	readonly description: string;
	/**
	 * Address of the public documentation page.
	 *
	 * @example
	 * docs: 'https://docs.x.com/x-api/lists/get-list-followers',
	 */
	readonly docs?: `https://docs.x.com/${string}`;
	/**
	 * @example
	 * auth: user('list.read', 'users.read'),
	 */
	readonly auth: Auth;
	/**
	 * @example
	 * fields: { id: id(), ...filters({ start_time: date() }) },
	 */
	readonly fields: F;
	/**
	 * @example
	 * paging: token(100),
	 */
	readonly paging?: Paging;
	/**
	 * @example
	 * result: many(entities.user),
	 */
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
	 * An update in which nothing changes is refused before it is sent.
	 *
	 * @example
	 * route: 'PUT /2/lists/{id}',
	 * fields: { id: id(), ...update({ name: text({ max: 25 }) }) },
	 * needsChange: true,
	 */
	readonly needsChange?: boolean;
	/**
	 * Rules across fields, over the encoded values. Yields what is broken.
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
	 * For lists that end where their entities say so: what to keep of a page, and whether it is the last.
	 *
	 * @example
	 * page: (body, { id }) => ({ body, last: JSON.stringify(body).includes(id) }),
	 */
	page?(body: unknown, values: V): { readonly body: unknown; readonly last: boolean };
	/**
	 * What items are made of, where an answer has to be read first; not for Raw output.
	 *
	 * @example
	 * async read(body, { send }) {
	 * 	const members = await send({ method: 'GET', path: '/2/lists/1/members' });
	 * 	return { list: body, members };
	 * },
	 */
	read?(body: unknown, call: Call<V>): Promise<unknown>;
	/**
	 * For operations that send several requests, or another one than the record describes.
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
	 * How X answers many of these look-ups in one request.
	 *
	 * @example
	 * gather: { route: 'GET /2/lists', parameter: 'ids', max: 100, field: 'id' },
	 */
	readonly gather?: GatherRule;
	/**
	 * Whether the effect of an item does not depend on its neighbours, so that items are sent side by side. A POST says
	 * so where nobody sees an order, as of likes. Reads and removals always do; so do updates, but those of the same
	 * thing stay in order.
	 *
	 * @example
	 * route: 'POST /2/lists/{id}/likes',
	 * commutes: true,
	 */
	readonly commutes?: boolean;
	/**
	 * Whether its requests may be billed one by one; those of API v2 are.
	 *
	 * @example
	 * isBilled: false,
	 */
	readonly isBilled?: boolean;
	/**
	 * Values of the `environment` parameter in which the operation exists; all unless said.
	 *
	 * @example
	 * environments: ['production'],
	 */
	readonly environments?: readonly string[];
}

/** The request that looks up several entities of a kind by their identifiers. */
export interface GatherRule {
	/** Its route; names in braces are fields of the operation. */
	readonly route: `GET /${string}`;
	/** The query parameter that takes the identifiers. */
	readonly parameter: string;
	/** Most identifiers in one request. */
	readonly max: number;
	/** The operation's field that holds the identifier. */
	readonly field: string;
	/** The entity's property that holds it; `id` unless said. */
	readonly key?: string;
	/** Further query parameters. */
	readonly query?: readonly (readonly [string, string])[];
	/** How those are asked for that are known by a username, which begins with @, and not by an ID. */
	readonly byName?: GatherRule;
}

/** A record of any operation, as the engine knows it. */
export type Operation = OperationRecord<Route, Fields, Values, string>;

/**
 * What is wrong with a record, as a type that nothing fits but a sentence: the compiler prints the sentence as the reason
 * why it does not accept the member.
 */
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
 * Passes a record on, after the compiler has compared its members: each name in the route's braces is a field, and the
 * functions of the record see the types of its fields.
 *
 * @example
 * op({
 *   route: 'GET /2/users/{id}/followers',
 *   name: 'Get Followers',
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
	return operation;
}

/** Whether the items of an operation are sent side by side. */
export const isSideBySide = (operation: Operation): boolean =>
	operation.runAll === undefined && (operation.commutes ?? !operation.route.startsWith('POST '));

/** Whether the requests of an operation may be billed one by one: https://docs.x.com/x-api/getting-started/pricing */
export const mayBeBilled = ({ route, isBilled = route.includes(' /2/') }: Operation): boolean => isBilled;

export interface Resource {
	/** Value in saved workflows: never changes once released. */
	readonly value: string;
	readonly name: string;
	/** The operation that a fresh node begins with; the first one unless said. Never changes once released. */
	readonly defaultOperation?: string;
	/** The operation that the menu begins with, where that is another one. */
	readonly leadingOperation?: string;
	readonly operations: Readonly<Record<string, Operation>>;
}
