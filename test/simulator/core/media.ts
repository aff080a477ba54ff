/**
 * Media: upload in segments, status, metadata, subtitles, lookup; and what becomes of uploads, whose bytes are counted
 * and hashed, not kept.
 */
import { createHash } from 'node:crypto';
import { pick } from 'lodash';
import { forbidden, notFound, ok, Refusal, type Platform } from '../frame';
import { objectOf, refuse, textOf, type Answers, type Call } from './call';
import type { Media, Upload } from './model';
import type { CoreState } from './state';

const CHUNK_LIMIT = 5 * 1024 * 1024;

function wrong(message: string, name: string, value: string | number = ''): never {
	return refuse(message, { [name]: [String(value)] });
}

export const media: Answers = {
	'POST /2/media/upload/initialize': initialize,
	'POST /2/media/upload/{id}/append': appendSegment,
	'POST /2/media/upload/{id}/finalize': finalize,
	'GET /2/media/upload': (call) => ({ data: described(call, own(call, call.query('media_id'), 'media_id')) }),
	'POST /2/media/upload': (call) => {
		const { state, platform, me: ownerId } = call;
		const category = call.text('media_category');
		const bytes = bytesOf(call.member('media'));
		if (bytes.length === 0 || bytes.length > Math.min(CHUNK_LIMIT, sizeLimit(category)))
			wrong('The file is empty or too large for one request.', 'media', bytes.length);
		const given = { ownerId, category, mediaType: '', totalBytes: bytes.length };
		const upload = beginUpload(state, platform, given);
		append(upload, 0, bytes);
		finish(state, platform, upload);
		return { data: described(call, upload) };
	},
	'POST /2/media/metadata': (call) => {
		const upload = ready(call);
		const text = call.text('metadata.alt_text.text');
		const media = call.state.media.get(upload.mediaKey);
		if (text) upload.altText = text;
		if (text && media) media.alt_text = text;
		return { data: { id: upload.id, associated_metadata: text ? { alt_text: { text } } : {} } };
	},
	'POST /2/media/subtitles': addSubtitles,
	'DELETE /2/media/subtitles': (call) => {
		const upload = subtitled(call);
		const language = call.text('language_code');
		const rest = upload.subtitles.filter((entry) => entry.language_code !== language);
		if (rest.length === upload.subtitles.length)
			throw new Refusal(notFound('language_code', language, 'media'));
		upload.subtitles = rest;
		return { data: { deleted: true } };
	},
	'GET /2/media': (call) => call.byIds('media', 'media_keys'),
	'GET /2/media/analytics': (call) => {
		const fields = call.list('media_analytics.fields');
		const data = call.list('media_keys').flatMap((key) => {
			const found = call.state.media.get(key);
			if (found?.owner_id !== call.me) return [];
			const views = found.public_metrics?.view_count ?? 0;
			const counts = { video_views: views, playback_start: views, watch_time_ms: views * 1000 };
			return [{ media_key: key, ...pick(counts, fields.length > 0 ? fields : ['video_views']) }];
		});
		return ok({ ...(data.length > 0 && { data }) });
	},
	'GET /2/media/{media_key}': (call) =>
		call.one('media', call.need(call.state.media, 'media', call.path('media_key'), 'media_key')),
};

function initialize(call: Call) {
	const totalBytes = Number(call.member('total_bytes') ?? 0);
	const mediaType = call.text('media_type');
	const category = call.text('media_category');
	if (totalBytes < 1) wrong('$.total_bytes: is missing or zero', 'total_bytes', totalBytes);
	if (!mediaType) wrong('$.media_type: is missing but it is required', 'media_type');
	checkCategory(category, mediaType);
	if (totalBytes > sizeLimit(category))
		wrong(`File size exceeds ${sizeLimit(category)} bytes.`, 'total_bytes', totalBytes);
	const { state, platform, me: ownerId } = call;
	const given = { ownerId, category, mediaType, totalBytes };
	const { id, mediaKey } = beginUpload(state, platform, given);
	return ok({ data: { id, media_key: mediaKey, expires_after_secs: UPLOAD_SECONDS } });
}

function appendSegment(call: Call) {
	const upload = own(call, call.path('id'));
	if (upload.readyAt !== undefined) wrong('The upload was finalized.', 'id', upload.id);
	const bytes = bytesOf(call.member('media'));
	if (bytes.length === 0 || bytes.length > CHUNK_LIMIT)
		wrong(`A segment holds between 1 and ${CHUNK_LIMIT} bytes.`, 'media', bytes.length);
	const index = Number(call.member('segment_index'));
	const answer = ok({ data: { expires_at: Math.floor(upload.expires / 1000) } });
	// A numbered segment can be sent again without harm.
	if (upload.segments.get(index) === bytes.length) return answer;
	if (!upload.segments.has(index) && upload.received + bytes.length > upload.totalBytes)
		wrong('Segments exceed the announced total_bytes.', 'media', upload.received + bytes.length);
	append(upload, index, bytes);
	return answer;
}

function finalize(call: Call) {
	const upload = own(call, call.path('id'));
	const order = [...upload.segments.keys()].sort((a, b) => a - b);
	if (order.some((segment, index) => segment !== index) || upload.received !== upload.totalBytes) {
		const state = `${upload.received} of ${upload.totalBytes}`;
		wrong('Segments do not add up to provided total file size.', 'id', state);
	}
	if (upload.readyAt === undefined) finish(call.state, call.platform, upload);
	return ok({ data: described(call, upload) });
}

function addSubtitles(call: Call) {
	const upload = subtitled(call);
	const given = objectOf(call.member('subtitles')) ?? {};
	const file = call.state.uploads.get(textOf(given.id));
	if (file?.category !== 'subtitles')
		return wrong('$.subtitles.id: no such subtitles file', 'subtitles.id', textOf(given.id));
	const language_code = textOf(given.language_code);
	const others = upload.subtitles.filter((other) => other.language_code !== language_code);
	upload.subtitles = [...others, { id: file.id, language_code, display_name: textOf(given.display_name) }];
	const { id, subtitles: associated_subtitles } = upload;
	return { data: { id, associated_subtitles, media_category: call.text('media_category') } };
}

function own(call: Call, id: string, parameter = 'id'): Upload {
	const upload = call.need(call.state.uploads, 'media', id, parameter);
	if (upload.ownerId !== call.me) throw forbidden('The media was uploaded by another user.');
	return upload;
}

/** The finished upload that the body names. */
const ready = (call: Call) => usable(call.state, call.platform, call.me, call.text('id'), 'id');

/** The video that subtitles are for, in a category that takes them. */
function subtitled(call: Call): Upload {
	const upload = ready(call);
	if (familyOf(upload.category) !== 'video') wrong('Subtitles belong to videos.', 'id', upload.id);
	return upload;
}

function described({ state, platform }: Call, upload: Upload): Record<string, unknown> {
	const info = processing(state, platform, upload);
	return {
		id: upload.id,
		media_key: upload.mediaKey,
		size: upload.received,
		expires_after_secs: Math.max(0, Math.floor((upload.expires - platform.clock.now()) / 1000)),
		...(info && { processing_info: info }),
	};
}

function bytesOf(media: unknown): Buffer {
	if (Buffer.isBuffer(media)) return media;
	const text = textOf(media);
	if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(text)) wrong('$.media: is not valid base64', 'media');
	return Buffer.from(text, 'base64');
}

const TYPES: Readonly<Record<string, RegExp>> = {
	image: /^image\//,
	gif: /^image\/gif$|^video\/mp4$/,
	video: /^video\//,
	subtitles: /^text\//,
};

function checkCategory(category: string, mediaType: string): void {
	const fits = TYPES[familyOf(category)];
	if (fits && !fits.test(mediaType))
		wrong(`Media type ${mediaType} does not fit category ${category}`, 'media_type', mediaType);
}

const UPLOAD_SECONDS = 86_400;

const LIMITS: Readonly<Record<string, number>> = { image: 5_242_880, gif: 15_728_640, video: 536_870_912 };

/** `image`, `gif`, `video` or `subtitles`. */
export function familyOf(category: string): string {
	if (category === 'subtitles') return category;
	return category.split('_').pop() ?? category;
}

/** Largest file of a category, in bytes. */
function sizeLimit(category: string): number {
	return LIMITS[familyOf(category)] ?? 17_179_869_184;
}

function beginUpload(
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
function append(upload: Upload, segment: number, bytes: Buffer): void {
	if (upload.segments.has(segment)) return;
	upload.segments.set(segment, bytes.length);
	upload.received += bytes.length;
	upload.hash.update(bytes);
}

/** All there: the media exists from now on, videos and GIFs after their processing. */
function finish(state: CoreState, platform: Platform, upload: Upload): void {
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

const KINDS_OF_MEDIA: Readonly<Record<string, string>> = {
	video: 'video',
	gif: 'animated_gif',
	subtitles: 'subtitles',
};

function mediaOf(upload: Upload): Media {
	const family = familyOf(upload.category);
	const at = `https://images.example/media/${upload.id}`;
	return {
		media_key: upload.mediaKey,
		type: KINDS_OF_MEDIA[family] ?? 'photo',
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
