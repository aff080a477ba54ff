/** What media is, by the number that its key begins with: https://docs.x.com/x-ads-api/creatives#identifying-media */
const GIF = /^16_/;
/** 7 is a video of a Post, 13 one that was uploaded to be promoted. */
const VIDEO = /^(7|13)_/;

/** How many GIFs and videos there are among media keys; all others are images. */
export const countOf = (keys: readonly string[]) => ({
	gifs: keys.filter((key) => GIF.test(key)).length,
	videos: keys.filter((key) => VIDEO.test(key)).length,
});
