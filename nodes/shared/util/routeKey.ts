/** Writes a route for comparisons: `GET /2/users/{id}` gives `GET /2/users/{}`. */
export const routeKey = (route: string): string => route.replace(/\{\w*\}/g, '{}');
