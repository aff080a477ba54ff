/** What media is, by the number that its key begins with: https://docs.x.com/x-ads-api/creatives#identifying-media */
const GIF = /^16_/;
/** 7 is a video of a Post, 13 one that was uploaded to be promoted. */
const VIDEO = /^(7|13)_/;

/** How many GIFs and videos there are among media keys; all others are images. */
export const countOf = (keys: readonly string[]) => ({
	gifs: keys.filter((key) => GIF.test(key)).length,
	videos: keys.filter((key) => VIDEO.test(key)).length,
});

/** The numbers before the media ID, by what a file was uploaded for. */
const PREFIXES: Readonly<Record<string, number>> = { amplify_video: 13, tweet_gif: 16, tweet_video: 7 };
const IMAGE = 3;

/** The media key of an upload, which is its ID behind the number of its kind. */
export const keyOf = (use: string, id: string): string => `${PREFIXES[use] ?? IMAGE}_${id}`;
