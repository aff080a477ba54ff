/** What the tests use of mp4box.js, whose types this project's module resolution does not find. */
declare module 'mp4box' {
	export class MP4BoxBuffer extends ArrayBuffer {
		static fromArrayBuffer(bytes: ArrayBufferLike, fileStart: number): MP4BoxBuffer;
	}

	interface Track {
		readonly tkhd: { readonly width: number; readonly height: number };
		readonly mdia: { readonly hdlr: { readonly handler: string } };
	}

	interface IsoFile {
		readonly moov?: {
			readonly mvhd: { readonly duration: number; readonly timescale: number };
			readonly traks: readonly Track[];
		};
		appendBuffer(bytes: MP4BoxBuffer, last: boolean): void;
		addTrack(options: Readonly<Record<string, string | number>>): number;
		addSample(track: number, bytes: Uint8Array, options: { duration: number; is_sync: boolean }): void;
		getBuffer(): { readonly buffer: ArrayBuffer; readonly byteLength: number };
	}

	export function createFile(): IsoFile;
}
