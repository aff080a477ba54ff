/** An object without its undefined members, as `exactOptionalPropertyTypes` requires. */
export function defined<T extends object>(value: { [Key in keyof T]: T[Key] | undefined }): T {
	return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as T;
}
