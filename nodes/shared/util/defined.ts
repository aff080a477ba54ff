/**
 * An object without the members that are undefined, as `exactOptionalPropertyTypes` wants it.
 *
 * @param value The members; those that T requires are there.
 */
export function defined<T extends object>(value: { [Key in keyof T]: T[Key] | undefined }): T {
	return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as T;
}
