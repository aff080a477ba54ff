/**
 * What routes are compared by: names in braces differ between places.
 *
 * @param route Method and path: `GET /2/users/{id}` gives `GET /2/users/{}`.
 */
export const routeKey = (route: string): string => route.replace(/\{\w*\}/g, '{}');
