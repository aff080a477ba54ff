/** What Simplified output leaves out of the documented answers of the Ads API. */
import type { Operation } from '../../nodes/shared/operation/operation';
import { sampleOf } from '../../test/facts';

type Entity = Record<string, unknown>;

const isEntity = (value: unknown): value is Entity =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The fields of the documented answer to an operation that its Simplified output does not have, by the names that it
 * would show.
 *
 * @param operation The record; those of API v2 choose fields in the request, and have none.
 */
export function leftOutOf({ route, result }: Operation): string[] {
	const { shape } = result ?? {};
	if (!shape || shape.fieldsParam !== undefined || !/^\w+ \/\d+\//.test(route)) return [];
	const { answer } = sampleOf({ api: 'ads', route });
	const data: unknown = isEntity(answer) ? answer.data : undefined;
	const entities = [data].flat().filter(isEntity);
	const shown = entities.map((entity) => shape.present?.(entity) ?? entity);
	const names = shown.flatMap((entity) => Object.keys(entity).filter((name) => entity[name] !== undefined));
	return [...new Set(names)].filter((name) => !shape.simplifiedFields.includes(name)).sort();
}
