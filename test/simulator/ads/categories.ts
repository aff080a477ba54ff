/** Categories: what an advertiser sells and what a video is about; bidding rules and placements. The same on both hosts. */

/** The top-level IAB categories with the number of their subcategories; the position gives the number. */
const IAB_CATEGORIES =
	"Arts & Entertainment:7|Automotive:23|Business:12|Careers:10|Education:15|Family & Parenting:9|Health & Fitness:45|Food & Drink:18|Hobbies & Interests:31|Home & Garden:9|Law, Gov't & Politics:5|News:3|Personal Finance:12|Society:8|Science:10|Pets:7|Sports:44|Style & Fashion:6|Technology & Computing:36|Travel:27|Real Estate:3|Shopping:4|Religion & Spirituality:10|Uncategorized:0|Non-Standard Content:5|Illegal Content:4";

export const iabCategories = IAB_CATEGORIES.split('|').flatMap((text, index) => {
	const [name = '', count] = text.split(':');
	const id = `IAB${index + 1}`;
	const subs = Array.from({ length: Number(count) }, (_, at) => at + 1);
	return [
		{ id, parent_id: null, name },
		...subs.map((sub) => ({ id: `${id}-${sub}`, parent_id: id, name: `${name} ${sub}` })),
	];
});

const iabIds = new Set(iabCategories.map(({ id }) => id));
export const isIabCategory = (id: string): boolean => iabIds.has(id);

/** What an advertiser is in, by the IAB categories that belong to it. */
export const advertiserBusinessCategories = [
	'1jp;Financial Services;3 13 21',
	'1jm;Health & Pharma;7',
	'1jn;Alcohol;8-5 8-18',
	'1jq;Retail;18',
	'1jr;Travel;20',
	'1js;Gaming;9-30',
	'1ju;Telecommunication;19-6 19-18',
	'1jv;Auto;2',
].map((text) => {
	const [id = '', name = '', numbers = ''] = text.split(';');
	return { id, name, iab_categories: numbers.split(' ').map((number) => `IAB${number}`) };
});

const rule = (currency: string, minimum: number, maximum: number, denomination = 10_000) => ({
	currency,
	minimum_cpe_bid_local_micro: minimum,
	maximum_cpe_bid_local_micro: maximum,
	minimum_denomination: denomination,
});

export const biddingRules = [
	rule('EUR', 10_000, 1_000_000_000),
	rule('GBP', 10_000, 1_000_000_000),
	rule('JPY', 1_000_000, 100_000_000_000, 1_000_000),
	rule('USD', 10_000, 1_000_000_000),
];

const TIMELINES = ['TWITTER_PROFILE', 'TWITTER_REPLIES', 'TWITTER_SEARCH', 'TWITTER_TIMELINE'];

/** Every way to combine some of them, in order. */
const onService = TIMELINES.reduce<string[][]>(
	(sets, name) => [...sets, ...sets.map((set) => [...set, name])],
	[[]],
).filter((set) => set.length > 0 && set.join() !== 'TWITTER_PROFILE');

const NETWORK = [['ALL_ON_TWITTER'], ['PUBLISHER_NETWORK'], ['ALL_ON_TWITTER', 'PUBLISHER_NETWORK']];

/** The combinations of placements that each kind of product can have. */
export const placements: readonly { product_type: string; placements: string[][] }[] = [
	{ product_type: 'MEDIA', placements: [...NETWORK, ['TWITTER_TIMELINE']] },
	{ product_type: 'PROMOTED_ACCOUNT', placements: [['ALL_ON_TWITTER'], ['TWITTER_TIMELINE']] },
	{
		product_type: 'PROMOTED_TWEETS',
		placements: [...NETWORK, ...onService, ...onService.map((set) => ['PUBLISHER_NETWORK', ...set])],
	},
];

export function isPlacementSet(productType: string, names: readonly string[]): boolean {
	const wanted = [...names].sort().join();
	const known = placements.find(({ product_type: type }) => type === productType)?.placements ?? [];
	return known.some((set) => [...set].sort().join() === wanted);
}
