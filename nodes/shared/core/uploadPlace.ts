/** Writes and reads the text that Resume From takes: where an interrupted upload goes on. */
import { createHash, type Hash } from 'node:crypto';
import { failure, type Uploader } from './inputFile';

export interface UploadPlace {
	readonly id: string;
	readonly segments: number;
	readonly bytes: number;
	/** A mark of these bytes: another file must not be put together with them. Is empty if X has the whole file. */
	readonly print: string;
}

const WHOLE = 'complete';

const PLACE = new RegExp(`^(\\d{1,19}):(?:${WHOLE}|(\\d{1,5}):(\\d{1,15}):([0-9a-f]{12}))$`);

/** The place of an upload that X has completed, so that only its processing and its description may be missing. */
export const completed = (id: string): string => `${id}:${WHOLE}`;

export const writePlace = ({ id, segments, bytes, print }: UploadPlace): string =>
	[id, segments, bytes, print].join(':');

/** Reads the place that an earlier run named. Another text is refused: a whole file must not be sent once more. */
export function readPlace(uploader: Uploader, written: string | undefined): UploadPlace | undefined {
	if (written === undefined) return undefined;
	const [, id, segments, bytes, print = ''] = PLACE.exec(written) ?? [];
	if (id === undefined)
		throw failure(
			uploader,
			`"Resume From" must be the place that an earlier upload names, and is "${written}"`,
			'Nothing was sent. The text start begins at the start.',
		);
	return { id, segments: Number(segments ?? 0), bytes: Number(bytes ?? 0), print };
}

/** Recognizes the bytes that were sent. */
export class Fingerprint {
	private readonly hash: Hash = createHash('sha256');

	add(bytes: Buffer): void {
		this.hash.update(bytes);
	}

	get text(): string {
		return this.hash.copy().digest('hex').slice(0, 12);
	}
}
