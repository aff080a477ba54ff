/** Bytes that a key does not open: another key, or bytes that were changed. */
export class NotOpened extends Error {
	/** @param what What was to be opened, without anything of its contents. */
	constructor(readonly what: string) {
		super(`${what} cannot be decrypted with this key`);
		this.name = 'NotOpened';
	}
}
