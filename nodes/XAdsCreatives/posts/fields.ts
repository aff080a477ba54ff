/** The common fields of published, scheduled and draft Posts: https://docs.x.com/x-ads-api/creatives/reference#tweets */
import { adsShape } from '../../shared/ads/shape';
import { userToPromote } from '../../shared/ads/locators';
import { countOf } from '../media/kinds';
import { flag, formFlag, text, when, locatorOf } from '../../shared/fields';
import { broken, type Shape } from '../../shared/operation/operation';
import { asText, words } from '../../shared/util/text';
import { mediaKeys, CARD_URI } from '../locators';

/** A card as Posts name it. The list contains website and app cards. */
const cardUri = () =>
	locatorOf({ ...CARD_URI, name: 'Card', search: 'searchCardUris', example: 'card://1044294149527166979' })({
		description:
			'A card from the list, or the card_uri of a card of any kind, such as a poll: card://1044294149527166979',
	});

/** The author: the user of the account, or another user who allows the account to promote their Posts. */
export const author = () =>
	userToPromote({ label: 'Post As', description: 'The user who publishes the Post' });

/** The filter of lists by author. */
export const ofAuthor = () =>
	userToPromote({
		label: 'Author',
		description: 'Whose Posts to get; by default the user with full access to the account',
	});

const postText = () => text({ label: 'Text', rows: 4 });

/** Returns the text and media of a new Post, which needs a text if it has no media. */
export const newContents = () => ({
	with_media: formFlag({ description: 'Whether the Post shows images, a GIF or a video' }),
	text: { ...when({ with_media: [false] }, postText()), optionalWhen: { with_media: [true] } },
	media_keys: when({ with_media: [true] }, postMedia()),
});

const postMedia = () =>
	mediaKeys({
		max: 4,
		description: 'Up to 4 images, or 1 GIF, or 1 video, of the media library',
	});

/** Returns the fields that an update can change while a Post is not published. */
export const changedContents = () => ({ ...postDetails(), media_keys: postMedia(), text: postText() });

export const postName = () =>
	text({ label: 'Name', max: 80, description: 'A name to find the Post by; nobody else sees it' });

/** Returns the common fields of creation and update besides text and media. */
export const postDetails = () => ({
	card_uri: cardUri(),
	name: postName(),
	nullcast: flag({
		label: 'Promoted Only',
		default: true,
		description:
			'Whether the Post is shown as an ad only. Otherwise followers see it too, which only works for the authenticated user.',
	}),
});

interface PostContents {
	readonly media_keys?: readonly string[] | '' | undefined;
}

/** Images can be combined. A GIF or a video must be the only media. */
export function* checkMedia({ media_keys: keys }: PostContents) {
	if (keys === undefined || keys === '' || keys.length < 2) return;
	const { gifs, videos } = countOf(keys);
	if (gifs + videos > 0)
		yield broken(
			'media_keys',
			'together',
			'must be up to 4 images, or 1 GIF, or 1 video: take the GIF or video alone',
		);
}

/** Returns the shape of a draft or scheduled Post. */
export const laterPostShape = (more = ''): Shape =>
	adsShape(`id name text user_id nullcast card_uri media_keys ${more} created_at updated_at`);

export const postShape: Shape = {
	simplifiedFields: words(`
		id name text user_id nullcast tweet_type card_uri conversation_settings scheduled_at
		scheduled_status lang created_at`),
	present: ({ id, id_str: idText, tweet_id: postId, text: short, full_text: full, user, ...post }) => ({
		...post,
		id: asText(idText ?? postId ?? id),
		text: full ?? short,
		user_id: authorOf(user),
	}),
};

const authorOf = (user: unknown): string | undefined => {
	const { id_str: idText, id } = (user ?? {}) as { id_str?: unknown; id?: unknown };
	const author = asText(idText ?? id);
	return author === '' ? undefined : author;
};
