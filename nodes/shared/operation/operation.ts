/**
 * The vocabulary of the package. An operation is data: one record says what it is, and the engine makes of it the
 * form (`describe`), the request (`request`), the pages (`paging`) and the output items (`output`).
 *
 *     getMany: op({
 *       route: 'GET /2/users/{id}/followers', name: 'Get Followers', action: 'Get the followers of a user',
 *       description: 'Get the users who follow a user', auth: any('follows.read', 'users.read'),
 *       fields: { id: user(), ...userFields }, paging: token(1000), result: many('user'),
 *     })
 */
import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import type { CredentialKind } from '../auth/credentialKinds';
import type { Api, ApiRequest } from '../http/connection';
import type { EntityType } from '../model/entities';

/** Which credential kinds an operation accepts, and the OAuth 2.0 scopes it needs. */
export interface Auth {
	readonly kinds: readonly CredentialKind[];
	readonly scopes: readonly string[];
}

const accepts =
	(...kinds: CredentialKind[]) =>
	(...scopes: string[]): Auth => ({ kinds, scopes });

/** App-only: the bearer token of the developer app. */
export const app: Auth = { kinds: ['app'], scopes: [] };
/** On behalf of a user, by OAuth 2.0 (with these scopes) or OAuth 1.0a. */
export const user = accepts('oAuth2', 'oAuth1');
/** On behalf of a user by OAuth 2.0 only. */
export const oAuth2 = accepts('oAuth2');
/** Any credential. */
export const any = accepts('app', 'oAuth2', 'oAuth1');
/** The app's token, or a user's by OAuth 2.0. */
export const appOrOAuth2 = accepts('app', 'oAuth2');
/** The app's token, or a user's by OAuth 1.0a. */
export const appOrOAuth1 = accepts('app', 'oAuth1')();

/** Where a value travels. `form` values are read by `check` and `run` only. */
export type Place = 'path' | 'query' | 'body' | 'form';

/** Where a field stands in the form: top level, or in one of the collections n8n's guidelines name. */
export type Section = 'top' | 'filters' | 'additionalFields' | 'updateFields' | 'fields' | 'options';

/** What encoding and look-ups may know besides the value. */
export interface FieldContext {
	/** The workflow's IANA time zone, for dates written without one. */
	readonly timezone: string;
	/** The name of the field as the form shows it, for messages. */
	readonly label: string;
	/** Another top-level value of the form, for fields whose meaning depends on it (an amount and its unit). */
	readonly parameter?: (name: string) => unknown;
}

/** What a look-up may ask the platform for, before the request is built. */
export interface Lookup {
	readonly api: Api;
	/** The ID of the authenticated user, asked for once per execution. */
	readonly ownUserId: () => Promise<string>;
	/** The ID that belongs to a username (without @), asked for once per execution and name. */
	readonly userId: (username: string) => Promise<string>;
	/** Values of other fields, already resolved. */
	readonly values: Values;
}

/** Values by field key, in the wire's form. */
export type Values = Readonly<Record<string, unknown>>;

/** One parameter of an operation: how the form shows it, and how its value becomes the wire's. */
export interface Field {
	/**
	 * The editor's property without its names; absent where the value needs no form (`me()`, `constant()`).
	 * `displayOptions` are for members of a collection and look at its other members; at the top level use `when`.
	 */
	readonly property?: Omit<INodeProperties, 'name' | 'displayName'>;
	/** Name in the form where it is not made from the key. */
	readonly label?: string;
	/** Name of the property where it is not the key with dots as underscores. */
	readonly name?: string;
	/** Top-level fields are required unless this is false. */
	readonly required?: boolean;
	readonly section?: Section;
	/** An empty value is sent, because it unsets; fields of an update do so anyway. */
	readonly sendsEmpty?: boolean;
	readonly place?: Place;
	/** Key on the wire where it differs from the field's key; dots nest in a body. */
	readonly wire?: string;
	/** Shown (and read) only while other top-level properties hold one of these values. */
	readonly when?: Readonly<Record<string, readonly (string | boolean)[]>>;
	/** Form value → wire value; undefined leaves the field out. Throws FieldProblem where a documented rule is broken. */
	encode(value: unknown, context: FieldContext): unknown;
	/** A step that needs a request, taken after encode. */
	resolve?(value: unknown, lookup: Lookup): Promise<unknown>;
}

/** A value that breaks a documented rule: the executor adds item and node. */
export class InvalidValue extends Error {
	constructor(
		readonly label: string,
		readonly rule: string,
	) {
		super(`${label}: ${rule}`);
	}
}

/** How an endpoint pages. Token paging is the core API's, cursor paging the advertising API's. */
export interface Paging {
	readonly kind: 'token' | 'cursor';
	/** Name of the page size parameter; absent where an endpoint has tokens but no size. */
	readonly size?: string;
	readonly min: number;
	readonly max: number;
	/** Request parameter that carries the token. */
	readonly request: string;
}

/** Pages by `meta.next_token`. @param max Largest page. @param min Smallest page that the platform accepts. */
export const token = (max: number, min = 1, request = 'pagination_token'): Paging => ({
	kind: 'token',
	size: 'max_results',
	min,
	max,
	request,
});

/** Pages by `meta.next_token` where the endpoint has no page size. */
export const tokenWithoutSize = (request = 'pagination_token'): Paging => ({
	kind: 'token',
	min: 1,
	max: 1,
	request,
});

/** Pages by `next_cursor`. @param max Largest `count`. */
export const cursor = (max = 1000): Paging => ({
	kind: 'cursor',
	size: 'count',
	min: 1,
	max,
	request: 'cursor',
});

/** What an entity looks like: a row of the table of entities, or only the fields that Simplified keeps, as dotted paths. */
export type Shape = Partial<EntityType> & Pick<EntityType, 'simplifiedFields'>;

/** Where the entities of an answer are, and of what shape. */
export interface Result {
	readonly many: boolean;
	/** Dotted path of the entities; `data` unless said. */
	readonly at?: string;
	/** Absent where the answer is passed on as it is: then the form has no Output choice. */
	readonly shape?: Shape;
	/** For a delete: the fields whose values go beside `deleted: true`. */
	readonly deleted?: readonly string[];
	/** Items for one answer, where none of the above describes it. */
	readonly items?: (body: unknown, values: Values) => Record<string, unknown>[];
}

export const one = (shape?: Shape, at = 'data'): Result => ({ many: false, at, ...(shape && { shape }) });
export const many = (shape?: Shape, at = 'data'): Result => ({ many: true, at, ...(shape && { shape }) });
/** @param fields Keys of the fields that name what was deleted. */
export const deleted = (...fields: string[]): Result => ({ many: false, deleted: fields });

/** One item being executed: what a record's own `run` works with. */
export interface Call {
	readonly context: IExecuteFunctions;
	readonly itemIndex: number;
	readonly api: Api;
	readonly lookup: Lookup;
	/** Encoded and resolved values by field key. */
	readonly values: Values;
	/** The request that the record describes. */
	request(): ApiRequest;
	/**
	 * Sends a request that is one step of several and gives the body of its answer. Errors inside of a success are told
	 * as those of an answer; where nothing came but errors, they are thrown.
	 */
	send(request: ApiRequest): Promise<unknown>;
	/** Sends a request and makes items of the answer as the record's `result` and the Output choice say. */
	sendAndOutput(request: ApiRequest): Promise<INodeExecutionData[]>;
	/** Makes items of an answer that came some other way, as `answer` does. */
	items(body: unknown): INodeExecutionData[];
	/** An output item, paired with its input item. */
	item(json: Record<string, unknown>): INodeExecutionData;
	/** Shows a message beside the output. */
	hint(message: string): void;
}

/** A whole run, for operations that group input items into fewer requests. */
export interface BatchCall {
	readonly context: IExecuteFunctions;
	readonly items: readonly INodeExecutionData[];
	/** Reads, checks and resolves one item's values. Throws NodeOperationError. */
	call(itemIndex: number): Promise<Call>;
	/** The error as an output item where Continue On Fail is set, else thrown. */
	fail(error: unknown, itemIndex: number): INodeExecutionData;
}

type PathNames<R> = R extends `${string}{${infer Name}}${infer Rest}` ? Name | PathNames<Rest> : never;
type Route = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`;

export interface Operation<R extends Route = Route> {
	/** Method and path as documented; the names in braces are fields. */
	readonly route: R;
	readonly name: string;
	readonly action: string;
	readonly description: string;
	readonly auth: Auth;
	readonly fields: Readonly<Record<string, Field>>;
	readonly paging?: Paging;
	readonly result?: Result;
	/** Rules across fields, over the encoded values. Yields one sentence per broken rule, naming fields as the form does. */
	check?(values: Values): Iterable<string>;
	/** Notes for the user that do not stop the request. */
	warn?(values: Values): Iterable<string>;
	/** For lists that end by what they hold: what to keep of a page, and whether to stop there. */
	page?(body: unknown, values: Values): { readonly body: unknown; readonly last: boolean };
	/** Where one request does not tell the story. */
	run?(call: Call): Promise<INodeExecutionData[]>;
	/** Where input items are grouped into requests. */
	runAll?(batch: BatchCall): Promise<INodeExecutionData[]>;
	/** Values of the `environment` parameter in which the operation exists; all unless said. */
	readonly environments?: readonly string[];
}

/** Checks at compile time that every name in the route's braces is a field, and passes the record on. */
export function op<const R extends Route>(
	operation: Operation<R> & { readonly fields: Readonly<Record<PathNames<R>, Field>> },
): Operation {
	return operation;
}

export interface Resource {
	/** Value in saved workflows: never changes once released. */
	readonly value: string;
	readonly name: string;
	/** The operation that a fresh node begins with; the first one unless said. Never changes once released. */
	readonly defaultOperation?: string;
	readonly operations: Readonly<Record<string, Operation>>;
}
