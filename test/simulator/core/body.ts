/** Typed access to bodies that were already checked against their bounds. */
import type { SimRequest } from '../frame';
import { isRecord } from '../frame/check';

export type Json = Record<string, unknown>;

/** The body as a record; empty when there is none. */
export function bodyOf(request: SimRequest): Json {
	return isRecord(request.body) ? request.body : {};
}

/** A text field of the body; empty when it is absent. */
export function bodyField(request: SimRequest, name: string): string {
	return textOf(bodyOf(request)[name]);
}

export function textOf(value: unknown): string {
	return typeof value === 'string' ? value : '';
}

/** A member that is an object, or undefined. */
export function objectOf(value: unknown): Json | undefined {
	return isRecord(value) ? value : undefined;
}

/** A member that is a list of texts; empty when it is absent. */
export function textsOf(value: unknown): string[] {
	return Array.isArray(value) ? value.filter((member): member is string => typeof member === 'string') : [];
}

/** A member that is a list of objects. */
export function objectsOf(value: unknown): Json[] {
	return Array.isArray(value) ? value.filter(isRecord) : [];
}
