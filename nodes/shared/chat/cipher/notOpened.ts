/** Bytes that cannot be decrypted: the key is another one, or they were changed. */
export class NotOpened extends Error {
	/** @param what Names the bytes, without anything of their contents. */
	constructor(readonly what: string) {
		super(`${what} cannot be decrypted with this key`);
		this.name = 'NotOpened';
	}
}
