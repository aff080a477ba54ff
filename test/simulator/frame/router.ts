/** Finds the route for a method and a path; a template with fewer parameters wins. */
import { patternOf } from '../../facts';
import type { BoundRoute, Listener } from '../frame';

interface Entry {
	route: BoundRoute;
	pattern: RegExp;
	names: string[];
}

export class Router {
	private readonly entries: Entry[];

	constructor(routes: readonly BoundRoute[]) {
		this.entries = routes.map(compile).sort((a, b) => a.names.length - b.names.length);
	}

	find(
		listener: Listener,
		method: string,
		path: string,
	): { route: BoundRoute; params: Record<string, string> } | undefined {
		for (const { route, pattern, names } of this.entries) {
			if (route.method !== method || !(route.listeners ?? ['api']).includes(listener)) continue;
			const match = pattern.exec(path);
			if (!match) continue;
			const params = Object.fromEntries(
				names.map((name, index) => [name, decodePart(match[index + 1] ?? '')]),
			);
			return { route, params };
		}
		return undefined;
	}
}

const compile = (route: BoundRoute): Entry => ({
	route,
	pattern: patternOf(route.path),
	names: [...route.path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name),
});

function decodePart(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
