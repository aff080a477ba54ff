/** JSON as the API prints it, 64-bit identifiers as bare numbers included. */

/** A number of any size, printed as it is. */
export class RawNumber {
	constructor(private readonly digits: string) {}

	toJSON(): string {
		return `\u0001${this.digits}\u0001`;
	}
}

export function serialize(body: unknown): string {
	return JSON.stringify(body).replace(/"\\u0001(\d+)\\u0001"/g, '$1');
}
