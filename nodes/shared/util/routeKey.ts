/**
 * A route for comparisons: the names in braces differ between sources.
 *
 * @param route Method and path: `GET /2/users/{id}` gives `GET /2/users/{}`.
 */
export const routeKey = (route: string): string => route.replace(/\{\w*\}/g, '{}');
