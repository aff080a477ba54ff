/** Uploads in the making, and what becomes of them. Bytes are counted and hashed, not kept. */
import { createHash } from 'node:crypto';
import { forbidden, type Platform } from '../frame';
import { refuse } from './call';
import type { Media, Upload } from './model';
import type { CoreState } from './state';

export const UPLOAD_SECONDS = 86_400;

const LIMITS: Readonly<Record<string, number>> = { image: 5_242_880, gif: 15_728_640, video: 536_870_912 };

/** `image`, `gif`, `video` or `subtitles`. */
export function familyOf(category: string): string {
	if (category === 'subtitles') return category;
	return category.split('_').pop() ?? category;
}

/** Largest file of a category, in bytes. */
export function sizeLimit(category: string): number {
	return LIMITS[familyOf(category)] ?? 17_179_869_184;
}

export function beginUpload(
	state: CoreState,
	platform: Platform,
	given: Pick<Upload, 'ownerId' | 'category' | 'mediaType' | 'totalBytes'>,
): Upload {
	const id = platform.newId();
	const prefix = { video: '7', gif: '16', image: '3' }[familyOf(given.category)] ?? '3';
	const upload: Upload = {
		id,
		mediaKey: `${prefix}_${id}`,
		...given,
		received: 0,
		segments: new Map(),
		hash: createHash('sha256'),
		expires: platform.clock.now() + UPLOAD_SECONDS * 1000,
		subtitles: [],
	};
	state.uploads.set(id, upload);
	return upload;
}

/** Take a segment in. One that comes again is the same segment. */
export function append(upload: Upload, segment: number, bytes: Buffer): void {
	if (upload.segments.has(segment)) return;
	upload.segments.set(segment, bytes.length);
	upload.received += bytes.length;
	upload.hash.update(bytes);
}

/** All there: the media exists from now on, videos and GIFs after their processing. */
export function finish(state: CoreState, platform: Platform, upload: Upload): void {
	const now = platform.clock.now();
	upload.sha256 = upload.hash.copy().digest('hex');
	upload.startedAt = now;
	const slow = ['video', 'gif'].includes(familyOf(upload.category));
	upload.readyAt = slow ? now + state.settings.processingSeconds * 1000 : now;
	state.media.set(upload.mediaKey, mediaOf(upload));
}

/** The `processing_info` of an upload; undefined when there is nothing to wait for. */
export function processing(
	state: CoreState,
	platform: Platform,
	upload: Upload,
): Record<string, unknown> | undefined {
	const { readyAt, startedAt, category } = upload;
	if (readyAt === undefined || startedAt === undefined || !['video', 'gif'].includes(familyOf(category)))
		return undefined;
	const now = platform.clock.now();
	if (now < readyAt) {
		const progress_percent = Math.floor(((now - startedAt) / (readyAt - startedAt)) * 100);
		const check_after_secs = state.settings.checkAfterSeconds;
		return { state: progress_percent === 0 ? 'pending' : 'in_progress', check_after_secs, progress_percent };
	}
	const error = { code: 1, name: 'InvalidMedia', message: 'Unsupported video format' };
	return state.settings.processingOutcome === 'failed'
		? { state: 'failed', progress_percent: 100, error }
		: { state: 'succeeded', progress_percent: 100 };
}

/**
 * Media keys for the identifiers that a Post names.
 *
 * @throws Refusal when one is unknown, of someone else, not ready, or they do not go together
 */
export function mediaForPost(
	state: CoreState,
	authorId: string,
	ids: readonly string[],
	platform: Platform,
): string[] {
	const families = new Set<string>();
	const keys = ids.map((id) => {
		const upload = usable(state, platform, authorId, id, 'media.media_ids');
		families.add(familyOf(upload.category));
		return upload.mediaKey;
	});
	const alone = families.has('video') || families.has('gif');
	if (alone && keys.length > 1) {
		refuse('A Tweet takes four photos, or one GIF, or one video.', { 'media.media_ids': ids });
	}
	return keys;
}

/** A finished upload of the caller. */
export function usable(
	state: CoreState,
	platform: Platform,
	ownerId: string,
	id: string,
	parameter: string,
): Upload {
	const upload = state.uploads.get(id);
	const info = upload && processing(state, platform, upload);
	const ready = upload?.readyAt !== undefined && (info === undefined || info['state'] === 'succeeded');
	if (!upload || !ready || upload.expires < platform.clock.now())
		return refuse('Your media IDs are invalid.', { [parameter]: [id] });
	if (upload.ownerId !== ownerId) throw forbidden('The media was uploaded by another user.');
	return upload;
}

const TYPES: Readonly<Record<string, string>> = {
	video: 'video',
	gif: 'animated_gif',
	subtitles: 'subtitles',
};

function mediaOf(upload: Upload): Media {
	const family = familyOf(upload.category);
	const at = `https://images.example/media/${upload.id}`;
	return {
		media_key: upload.mediaKey,
		type: TYPES[family] ?? 'photo',
		owner_id: upload.ownerId,
		width: 1280,
		height: 720,
		...(family === 'image' ? { url: `${at}.jpg` } : { preview_image_url: `${at}.jpg` }),
		...(family === 'video' && {
			duration_ms: 12_000,
			public_metrics: { view_count: 0 },
			variants: [{ bit_rate: 832_000, content_type: 'video/mp4', url: `${at}.mp4` }],
		}),
	};
}
