/** A documented operation as a route has it: everything of it but the handler comes from the facts. */
import { operationOf, type Operation } from '../facts';
import type { Route } from './frame';

/** The declarative part of a route. */
export type Documented = Pick<Route<never>, 'method' | 'path' | 'auth' | 'scopes' | 'parameters' | 'body'> & {
	readonly successStatus: number;
};

/**
 * What the documentation says of an operation.
 *
 * @param name Method and path as documented, e.g. `GET /2/users/{id}`.
 * @throws Error When the operation is not in the facts.
 */
export const documented = (name: string): Documented => routeOf(operationOf(name));

/** The declarative part of the route of an operation. */
export const routeOf = ({ method, path, auth, scopes, parameters, body, status }: Operation): Documented => ({
	method,
	path,
	auth: auth.length > 0 ? auth : 'none',
	scopes,
	parameters,
	successStatus: status,
	...(body && { body }),
});

/** Routes of documented operations out of their handlers, by method and path. */
export const routesOf = <State>(
	handlers: Readonly<Record<string, Route<State>['handler']>>,
	more: Partial<Route<State>> = {},
): Route<State>[] =>
	Object.entries(handlers).map(([name, handler]) => ({ ...documented(name), ...more, handler }));
