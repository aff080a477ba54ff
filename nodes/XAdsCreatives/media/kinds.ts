/** Kinds of media, by the first number of a media key: https://docs.x.com/x-ads-api/creatives#identifying-media */
const GIF = /^16_/;
/** 7 is a video of a Post, and 13 a video that was uploaded for promotion. */
const VIDEO = /^(7|13)_/;

/** Returns the number of GIFs and of videos among media keys. All others are images. */
export const countOf = (keys: readonly string[]) => ({
	gifs: keys.filter((key) => GIF.test(key)).length,
	videos: keys.filter((key) => VIDEO.test(key)).length,
});

/** The number before the media ID, by the purpose of the upload. */
const PREFIXES: Readonly<Record<string, number>> = { amplify_video: 13, tweet_gif: 16, tweet_video: 7 };
const IMAGE = 3;

/** Returns the media key of an upload: the number of its kind, then its ID. */
export const keyOf = (use: string, id: string): string => `${PREFIXES[use] ?? IMAGE}_${id}`;
