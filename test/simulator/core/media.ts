/** Media: chunked and one-shot upload, status, metadata, subtitles, lookup. */
import { documented } from '../documented';
import { invalidRequest, notFound, ok, Refusal, type Platform, type Route, type SimRequest } from '../frame';
import { byIds, forbidden } from './answer';
import { bodyField, bodyOf, objectOf, textOf } from './body';
import { pick, Renderer } from './render';
import type { CoreState } from './state';
import {
	append,
	beginUpload,
	familyOf,
	finish,
	processing,
	sizeLimit,
	uploadSeconds,
	usable,
	type Upload,
} from './uploads';

const chunkLimit = 5 * 1024 * 1024;

function refuse(message: string, name: string, value: string): never {
	throw new Refusal(invalidRequest({ message, parameters: { [name]: [value] } }));
}

export const mediaRoutes: ReadonlyArray<Route<CoreState>> = [
	{
		...documented('POST /2/media/upload/initialize'),
		rateLimit: { limit: 1875 },
		handler: (state, request, platform) => {
			const totalBytes = Number(bodyOf(request)['total_bytes'] ?? 0);
			const mediaType = bodyField(request, 'media_type');
			const category = bodyField(request, 'media_category') || guessCategory(mediaType);
			if (totalBytes < 1) refuse('$.total_bytes: is missing or zero', 'total_bytes', String(totalBytes));
			if (!mediaType) refuse('$.media_type: is missing but it is required', 'media_type', '');
			checkCategory(category, mediaType);
			if (totalBytes > sizeLimit(category))
				refuse(`File size exceeds ${sizeLimit(category)} bytes.`, 'total_bytes', String(totalBytes));
			const upload = beginUpload(state, platform, {
				ownerId: request.caller.userId,
				category,
				mediaType,
				totalBytes,
			});
			return ok({ data: { id: upload.id, media_key: upload.mediaKey, expires_after_secs: uploadSeconds } });
		},
	},
	{
		...documented('POST /2/media/upload/{id}/append'),
		rateLimit: { limit: 1875 },
		handler: (state, request) => {
			const upload = own(state, request, request.params['id'] ?? '');
			if (upload.readyAt !== undefined) refuse('The upload was finalized.', 'id', upload.id);
			const bytes = bytesOf(bodyOf(request)['media']);
			if (bytes.length === 0 || bytes.length > chunkLimit)
				refuse(`A segment holds between 1 and ${chunkLimit} bytes.`, 'media', String(bytes.length));
			if (upload.received + bytes.length > upload.totalBytes)
				refuse('Segments exceed the announced total_bytes.', 'media', String(upload.received + bytes.length));
			append(upload, Number(bodyOf(request)['segment_index']), bytes);
			return ok({ data: { expires_at: Math.floor(upload.expires / 1000) } });
		},
	},
	{
		...documented('POST /2/media/upload/{id}/finalize'),
		rateLimit: { limit: 1875 },
		handler: (state, request, platform) => {
			const upload = own(state, request, request.params['id'] ?? '');
			const gap = [...upload.segments.keys()]
				.sort((a, b) => a - b)
				.some((segment, index) => segment !== index);
			if (gap || upload.received !== upload.totalBytes) {
				refuse(
					'Segments do not add up to provided total file size.',
					'id',
					`${upload.received} of ${upload.totalBytes}`,
				);
			}
			if (upload.readyAt === undefined) finish(state, platform, upload);
			return ok({ data: described(state, platform, upload) });
		},
	},
	{
		...documented('POST /2/media/upload'),
		rateLimit: { limit: 500 },
		handler: (state, request, platform) => {
			const bytes = bytesOf(bodyOf(request)['media']);
			const category = bodyField(request, 'media_category');
			if (bytes.length === 0) refuse('$.media: is empty', 'media', '');
			if (familyOf(category) === 'video')
				refuse('Videos are uploaded in segments.', 'media_category', category);
			if (bytes.length > sizeLimit(category))
				refuse(`File size exceeds ${sizeLimit(category)} bytes.`, 'media', String(bytes.length));
			const upload = beginUpload(state, platform, {
				ownerId: request.caller.userId,
				category,
				mediaType: 'image/jpeg',
				totalBytes: bytes.length,
			});
			append(upload, 0, bytes);
			finish(state, platform, upload);
			return ok({ data: described(state, platform, upload) });
		},
	},
	{
		...documented('GET /2/media/upload'),
		rateLimit: { limit: 1000 },
		handler: (state, request, platform) =>
			ok({
				data: described(
					state,
					platform,
					own(state, request, request.query.get('media_id') ?? '', 'media_id'),
				),
			}),
	},
	{
		...documented('POST /2/media/metadata'),
		rateLimit: { limit: 500 },
		handler: (state, request, platform) => {
			const upload = usable(state, platform, request.caller.userId, bodyField(request, 'id'), 'id');
			const text = textOf(objectOf(objectOf(bodyOf(request)['metadata'])?.['alt_text'])?.['text']);
			const media = state.media.get(upload.mediaKey);
			if (text) {
				upload.altText = text;
				if (media) media.alt_text = text;
			}
			return ok({ data: { id: upload.id, associated_metadata: text ? { alt_text: { text } } : {} } });
		},
	},
	{
		...documented('POST /2/media/subtitles'),
		rateLimit: { limit: 100 },
		handler: (state, request, platform) => {
			const upload = subtitled(state, request, platform);
			const subtitles = objectOf(bodyOf(request)['subtitles']) ?? {};
			const file = state.uploads.get(textOf(subtitles['id']));
			if (!file || file.category !== 'subtitles')
				refuse('$.subtitles.id: no such subtitles file', 'subtitles.id', textOf(subtitles['id']));
			const entry = {
				id: file.id,
				language_code: textOf(subtitles['language_code']),
				display_name: textOf(subtitles['display_name']),
			};
			upload.subtitles = [
				...upload.subtitles.filter((other) => other.language_code !== entry.language_code),
				entry,
			];
			return ok({
				data: {
					id: upload.id,
					associated_subtitles: upload.subtitles,
					media_category: bodyField(request, 'media_category'),
				},
			});
		},
	},
	{
		...documented('DELETE /2/media/subtitles'),
		rateLimit: { limit: 100 },
		handler: (state, request, platform) => {
			const upload = subtitled(state, request, platform);
			const language = bodyField(request, 'language_code');
			const before = upload.subtitles.length;
			upload.subtitles = upload.subtitles.filter((entry) => entry.language_code !== language);
			if (upload.subtitles.length === before) throw new Refusal(notFound('language_code', language, 'media'));
			return ok({ data: { deleted: true } });
		},
	},
	{
		...documented('GET /2/media'),
		handler: (state, request) => {
			const render = new Renderer(state, request);
			return byIds(
				request,
				'media_keys',
				'media',
				(key) => {
					const media = state.media.get(key);
					return media && { data: render.mediaItem(media) };
				},
				() => render.finish(),
			);
		},
	},
	{
		...documented('GET /2/media/analytics'),
		rateLimit: { limit: 300 },
		handler: (state, request) => {
			const fields = request.query.get('media_analytics.fields')?.split(',') ?? ['video_views'];
			const data = (request.query.get('media_keys') ?? '').split(',').flatMap((key) => {
				const media = state.media.get(key);
				if (media?.owner_id !== request.caller.userId) return [];
				const views = media.public_metrics?.view_count ?? 0;
				const counts = { video_views: views, playback_start: views, watch_time_ms: views * 1000 };
				return [{ media_key: key, ...pick(counts, fields) }];
			});
			return ok({ ...(data.length > 0 && { data }) });
		},
	},
	{
		...documented('GET /2/media/{media_key}'),
		handler: (state, request) => {
			const key = request.params['media_key'] ?? '';
			const media = state.media.get(key);
			if (!media) throw new Refusal(notFound('media_key', key, 'media'));
			return ok({ data: new Renderer(state, request).mediaItem(media) });
		},
	},
];

function own(state: CoreState, request: SimRequest, id: string, parameter = 'id'): Upload {
	const upload = state.uploads.get(id);
	if (!upload) throw new Refusal(notFound(parameter, id, 'media'));
	if (upload.ownerId !== request.caller.userId) throw forbidden('The media was uploaded by another user.');
	return upload;
}

function described(state: CoreState, platform: Platform, upload: Upload): Record<string, unknown> {
	const info = processing(state, platform, upload);
	return {
		id: upload.id,
		media_key: upload.mediaKey,
		size: upload.received,
		expires_after_secs: Math.max(0, Math.floor((upload.expires - platform.clock.now()) / 1000)),
		...(info && { processing_info: info }),
	};
}

/** The video that subtitles are for, in a category that takes them. */
function subtitled(state: CoreState, request: SimRequest, platform: Platform): Upload {
	const upload = usable(state, platform, request.caller.userId, bodyField(request, 'id'), 'id');
	if (familyOf(upload.category) !== 'video') refuse('Subtitles belong to videos.', 'id', upload.id);
	return upload;
}

function bytesOf(media: unknown): Buffer {
	if (Buffer.isBuffer(media)) return media;
	const text = textOf(media);
	if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(text)) refuse('$.media: is not valid base64', 'media', '');
	return Buffer.from(text, 'base64');
}

function guessCategory(mediaType: string): string {
	if (mediaType === 'image/gif') return 'tweet_gif';
	if (mediaType.startsWith('text/')) return 'subtitles';
	return mediaType.startsWith('video/') ? 'tweet_video' : 'tweet_image';
}

function checkCategory(category: string, mediaType: string): void {
	const family = familyOf(category);
	const fits = {
		image: /^image\//,
		gif: /^image\/gif$|^video\/mp4$/,
		video: /^video\//,
		subtitles: /^text\//,
	}[family];
	if (fits && !fits.test(mediaType))
		refuse(`Media type ${mediaType} does not fit category ${category}`, 'media_type', mediaType);
}
