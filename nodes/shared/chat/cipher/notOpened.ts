/** The bytes cannot be decrypted: they need another key, or they were changed. */
export class NotOpened extends Error {
	/** @param what Names the bytes, and reveals nothing of their contents. */
	constructor(readonly what: string) {
		super(`${what} cannot be decrypted with this key`);
		this.name = 'NotOpened';
	}
}
