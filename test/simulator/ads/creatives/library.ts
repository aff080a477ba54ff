/**
 * The media library of an account, and the images and videos that line items show as they are:
 * https://docs.x.com/x-ads-api/creatives#media-library.
 */
import { omit } from 'lodash';
import { core } from '../../core/area';
import { familyOf, processing } from '../../core/media';
import { textValue, type Context, type Handlers, type Payload } from '../context';
import { addEntity, entityHandlers, living, type EntityKind, type Scope } from '../entities';
import { refuse } from '../errors';
import { changed } from '../samples';
import type { Data } from '../state';

const ACCOUNT_MEDIA: EntityKind = {
	kind: 'accountMedia',
	segment: 'account_media',
	idParam: 'account_media_id',
	notFound: 'ACCOUNT_MEDIA_NOT_FOUND',
	filters: { account_media_ids: 'id', creative_types: 'creative_type' },
};

const media: EntityKind = {
	kind: 'media',
	segment: 'media_library',
	idParam: 'media_key',
	notFound: 'MEDIA_NOT_FOUND',
	filters: { media_type: 'media_type' },
	q: 'words',
	// The library knows media by its key; other things have an ID.
	view: (_state, data) => omit(data, 'id') as unknown as Data,
};

const TYPES: Readonly<Record<string, string>> = { gif: 'GIF', image: 'IMAGE', video: 'VIDEO' };

/** Media of the library. */
export const inLibrary = (scope: Scope, parameter: string, key: string): Data =>
	living(media, scope, key, parameter).data;

/** An upload of the caller that is ready. */
function uploaded({ state, userId }: Context, key: string): { category: string } {
	const { platform } = state;
	const coreState = core.state(platform);
	const upload = [...coreState.uploads.values()].find(({ mediaKey }) => mediaKey === key);
	const info = upload && processing(coreState, platform, upload);
	const isReady = upload?.readyAt !== undefined && (info === undefined || info.state === 'succeeded');
	if (!upload || !isReady || upload.ownerId !== userId)
		return refuse('MEDIA_NOT_FOUND', `There is no uploaded media ${key}`, 'media_key', { value: key });
	return upload;
}

/** Media as the library shows it. */
export function libraryEntry(key: string, category: string) {
	const type = TYPES[familyOf(category)] ?? 'IMAGE';
	const isVideo = type === 'VIDEO';
	return {
		id: key,
		media_key: key,
		tweeted: false,
		media_category: category.toUpperCase(),
		media_type: type,
		name: null,
		file_name: null,
		media_status: 'TRANSCODE_COMPLETED',
		media_url: `https://images.example/library/${key}.${isVideo ? 'mp4' : 'jpg'}`,
		...(type !== 'IMAGE' && {
			title: null,
			description: null,
			aspect_ratio: '16:9',
			poster_media_key: `3_${key.split('_')[1]}`,
			poster_media_url: `https://images.example/library/${key}.poster.jpg`,
			duration: 12_000,
		}),
	};
}

function add(context: Context): Payload {
	const { state, accountId, values } = context;
	const key = textValue(values, 'media_key') ?? '';
	const known = state.of('media').find(accountId, key);
	if (known && !known.data.deleted) return { data: omit(known.data, 'id') };
	const { category } = uploaded(context, key);
	const { data } = addEntity(context, 'media', { ...libraryEntry(key, category), ...changed(values) });
	// A promoted video can be shown before those of others from then on.
	if (category === 'amplify_video')
		addEntity(context, 'accountMedia', { video_id: key, media_url: null, creative_type: 'PREROLL' });
	return { data: omit(data, 'id') };
}

export const libraryHandlers: Handlers = {
	...entityHandlers(ACCOUNT_MEDIA),
	...entityHandlers(media),
	'POST /12/accounts/{account_id}/media_library': add,
};
