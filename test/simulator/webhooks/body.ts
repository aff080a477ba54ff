import { isRecord } from '../frame/validate';

/** Reads members of a request body whose shape the frame has checked already. */
export function member(body: unknown, name: string): unknown {
	return isRecord(body) ? body[name] : undefined;
}

export function textMember(body: unknown, name: string): string | undefined {
	const value = member(body, name);
	return typeof value === 'string' ? value : undefined;
}
