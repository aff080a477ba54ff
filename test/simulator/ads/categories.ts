/** Categories: what an advertiser sells, what a video is about, and who may run before it. The same on both hosts. */

/** Name and subcategories of each top-level IAB category; the position gives the number. */
const iab: readonly (readonly [string, string])[] = [
	['Arts & Entertainment', 'Books & Literature|Celebrity Fan/Gossip|Fine Art|Humor|Movies|Music|Television'],
	[
		'Automotive',
		'Auto Parts|Auto Repair|Buying/Selling Cars|Car Culture|Certified Pre-Owned|Convertible|Coupe',
	],
	[
		'Business',
		'Advertising|Agriculture|Biotech/Biomedical|Business Software|Construction|Forestry|Government',
	],
	[
		'Careers',
		'Career Planning|College|Financial Aid|Job Fairs|Job Search|Resume Writing/Advice|Nursing|Scholarships',
	],
	[
		'Education',
		'7-12 Education|Adult Education|Art History|College Administration|College Life|Distance Learning',
	],
	[
		'Family & Parenting',
		'Adoption|Babies & Toddlers|Daycare/Pre School|Family Internet|Parenting - K-6 Kids',
	],
	['Health & Fitness', 'Exercise|ADD|AIDS/HIV|Allergies|Alternative Medicine|Arthritis|Asthma|Autism/PDD'],
	[
		'Food & Drink',
		'American Cuisine|Barbecues & Grilling|Cajun/Creole|Chinese Cuisine|Cocktails/Beer|Coffee/Tea|Cuisine-Specific|Desserts & Baking|Dining Out|Food Allergies|French Cuisine|Health/Low-Fat Cooking|Italian Cuisine|Japanese Cuisine|Mexican Cuisine|Vegan|Vegetarian|Wine',
	],
	[
		'Hobbies & Interests',
		'Art/Technology|Arts & Crafts|Beadwork|Birdwatching|Board Games/Puzzles|Candle & Soap Making|Card Games|Chess|Cigars|Collecting|Comic Books|Drawing/Sketching|Freelance Writing|Genealogy|Getting Published|Guitar|Home Recording|Investors & Patents|Jewelry Making|Magic & Illusion|Needlework|Painting|Photography|Radio|Roleplaying Games|Sci-Fi & Fantasy|Scrapbooking|Screenwriting|Stamps & Coins|Video & Computer Games|Woodworking',
	],
	[
		'Home & Garden',
		'Appliances|Entertaining|Environmental Safety|Gardening|Home Repair|Home Theater|Interior Decorating',
	],
	["Law, Gov't & Politics", 'Immigration|Legal Issues|U.S. Government Resources|Politics|Commentary'],
	['News', 'International News|National News|Local News'],
	[
		'Personal Finance',
		'Beginning Investing|Credit/Debt & Loans|Financial News|Financial Planning|Hedge Fund|Insurance',
	],
	['Society', 'Dating|Divorce Support|Gay Life|Marriage|Senior Living|Teens|Weddings|Ethnic Specific'],
	[
		'Science',
		'Astrology|Biology|Chemistry|Geology|Paranormal Phenomena|Physics|Space/Astronomy|Geography|Botany|Weather',
	],
	['Pets', 'Aquariums|Birds|Cats|Dogs|Large Animals|Reptiles|Veterinary Medicine'],
	[
		'Sports',
		'Auto Racing|Baseball|Bicycling|Bodybuilding|Boxing|Canoeing/Kayaking|Cheerleading|Climbing|Cricket',
	],
	['Style & Fashion', 'Beauty|Body Art|Fashion|Jewelry|Clothing|Accessories'],
	[
		'Technology & Computing',
		'3-D Graphics|Animation|Antivirus Software|C/C++|Cameras & Camcorders|Cell Phones|Computer Certification|Computer Networking|Computer Peripherals|Computer Reviews|Data Centers|Databases|Desktop Publishing|Desktop Video|Email|Graphics Software|Home Video/DVD|Internet Technology|Java|JavaScript|Mac Support|MP3/MIDI|Net Conferencing|Net for Beginners|Network Security|Palmtops/PDAs|PC Support|Portable|Entertainment|Shareware/Freeware|Unix|Visual Basic|Web Clip Art|Web Design/HTML|Web Search|Windows',
	],
	[
		'Travel',
		'Adventure Travel|Africa|Air Travel|Australia & New Zealand|Bed & Breakfasts|Budget Travel|Business/Rail',
	],
	['Real Estate', 'Apartments|Architects|Buying/Selling Homes'],
	['Shopping', 'Contests & Freebies|Couponing|Comparison|Engines'],
	[
		'Religion & Spirituality',
		'Alternative Religions|Atheism/Agnosticism|Buddhism|Catholicism|Christianity|Hinduism|Islam',
	],
	['Uncategorized', ''],
	[
		'Non-Standard Content',
		'Unmoderated UGC|Extreme Graphic/Explicit Violence|Pornography|Profane Content|Hate Content',
	],
	['Illegal Content', 'Illegal Content|Warez|Spyware/Malware|Copyright Infringement'],
];

export const iabCategories = iab.flatMap(([name, children], index) => {
	const id = `IAB${index + 1}`;
	const subs = children === '' ? [] : children.split('|');
	return [
		{ id, parent_id: null, name },
		...subs.map((sub, at) => ({ id: `${id}-${at + 1}`, parent_id: id, name: sub })),
	];
});

const iabIds = new Set(iabCategories.map(({ id }) => id));
export const isIabCategory = (id: string): boolean => iabIds.has(id);

const span = (top: number, from: number, to: number, without: readonly number[] = []) =>
	Array.from({ length: to - from + 1 }, (_, at) => from + at)
		.filter((sub) => !without.includes(sub))
		.map((sub) => `${top}-${sub}`);

const goods = ['4', '6', ...span(9, 1, 31, [7, 30]), '10', '16', '22', '23'];
const meals = span(8, 1, 17, [5]);
const full = (numbers: readonly string[]) => numbers.map((number) => `IAB${number}`);

/** What an advertiser is in; a PREROLL_VIEWS line item has the whole set of one or two of them. */
export const advertiserBusinessCategories = (
	[
		['1jl', 'Consumer Packaged Goods', goods],
		['1jm', 'Health & Pharma', ['7']],
		['1jn', 'Alcohol', ['8-5', '8-18']],
		['1jo', 'Dining', meals],
		['1jp', 'Financial Services', ['3', '13', '21']],
		['1jq', 'Retail', ['18']],
		['1jr', 'Travel', ['20']],
		['1js', 'Gaming', ['9-30']],
		['1jt', 'Technology', ['5', '15', ...span(19, 1, 36, [6, 18])]],
		['1ju', 'Telecommunication', ['19-6', '19-18']],
		['1jv', 'Auto', ['2']],
		['1jw', 'Media & Entertainment', [...span(1, 1, 7), '12', ...span(14, 2, 8), '17', '25-1']],
		['1jx', 'Politics', ['11-4']],
		['1jy', 'Gambling', ['9-7']],
		['1jz', 'Dating', ['14-1']],
		['1k0', 'Non-Profit', ['11-1', '11-2', '11-3', '11-5']],
	] as const
).map(([id, name, numbers]) => ({ id, name, iab_categories: full(numbers) }));

/** What a video is about. */
export const contentCategories = (
	[
		['ru', 'Automotive (Cars, Trucks, Racing)', ['2'], 12, 316],
		['sk', 'Comedy', ['1-4'], 19, 174],
		['sl', 'Digital Creators', ['25-1'], 110, 1257],
		['sm', 'Entertainment & Pop Culture', ['1-1', '1-2', '1-3', '1-5'], 120, 3482],
		['sn', 'Financial & Business News', ['3', '13', '21'], 29, 1461],
		['so', 'Food & Drink', meals, 24, 516],
		['sp', 'Lifestyle (Fashion, Travel, Wellness)', [...goods, '7', '9-7', '18', '20'], 67, 2412],
		['sq', 'Music', ['1-6'], 31, 518],
		['sr', 'News & Current Events', ['12', '14'], 125, 5507],
		['s4', 'Politics', ['11'], 19, 1402],
		['ss', 'Science & Education', ['5', '15'], 7, 132],
		['se', 'Sports', ['17'], 403, 18281],
		['sg', 'Technology', ['19'], 13, 1089],
		['sh', 'Television', ['1-7'], 58, 1307],
		['s0', 'Esports & Video Games', ['9-30'], 109, 1844],
	] as const
).map(([id, name, numbers, publishers, videos]) => ({
	id,
	name,
	iab_categories: full(numbers),
	publishers_in_last_thirty_days: publishers,
	videos_monetized_in_last_thirty_days: videos,
}));

const publisherCountries = ['US', 'JP', 'BR', 'GB', 'IN', 'EG'];

export const publishers = contentCategories.flatMap(({ id, name }, index) =>
	publisherCountries.slice(0, 1 + (index % 6)).map((country, at) => ({
		user_id: String(1_300_000_000_000_000_000n + BigInt(index * 100 + at) * 1_048_577n),
		username: `${name.replace(/\W.*$/, '')}_${country}`,
		content_category_ids: [id],
		monetizable_country_codes: [country],
		promotion_eligible_country_codes: at === 0 ? [country] : [country, 'US'],
		monetization_restricted: true,
	})),
);

export const curatedCategories = (
	[
		['929wbl6ymlfk', 'Basketball', ['US'], 2446],
		['9ddrgesiap6o', 'Soccer', ['US', 'GB', 'BR'], 421],
		['8tujl1p3yn0g', 'Gaming Personalities', ['US'], 917],
		['7op29tp2jzeo', 'Live Premieres', ['US', 'JP'], 63],
		['7op2aa1kq2v4', 'Cricket', ['IN', 'GB'], 1204],
	] as const
).map(([id, name, countries, videos], index) => ({
	id,
	name,
	description: `Videos of publishers that are known for ${name.toLowerCase()}.`,
	country_codes: [...countries],
	publisher_user_ids: publishers.slice(index * 5, index * 5 + 5).map((publisher) => publisher.user_id),
	videos_monetized_in_last_thirty_days: videos,
	created_at: '2019-11-08T21:12:47Z',
	updated_at: '2021-03-09T20:36:44Z',
}));

export const biddingRules = (
	[
		['AUD', 10_000, 1_000_000_000, 10_000],
		['BRL', 10_000, 2_000_000_000, 10_000],
		['CAD', 10_000, 1_000_000_000, 10_000],
		['EUR', 10_000, 1_000_000_000, 10_000],
		['GBP', 10_000, 1_000_000_000, 10_000],
		['INR', 100_000, 50_000_000_000, 10_000],
		['JPY', 1_000_000, 100_000_000_000, 1_000_000],
		['USD', 10_000, 1_000_000_000, 10_000],
	] as const
).map(([currency, minimum, maximum, denomination]) => ({
	currency,
	minimum_cpe_bid_local_micro: minimum,
	maximum_cpe_bid_local_micro: maximum,
	minimum_denomination: denomination,
}));

const timelines = ['TWITTER_PROFILE', 'TWITTER_REPLIES', 'TWITTER_SEARCH', 'TWITTER_TIMELINE'];

/** Every way to combine some of them, in order. */
function combinations(names: readonly string[]): string[][] {
	return names.reduce<string[][]>((sets, name) => [...sets, ...sets.map((set) => [...set, name])], [[]]);
}

const onService = combinations(timelines).filter((set) => set.length > 0 && set.join() !== 'TWITTER_PROFILE');

/** The combinations of placements that each kind of product can have. */
export const placements: readonly { product_type: string; placements: string[][] }[] = [
	{
		product_type: 'MEDIA',
		placements: [
			['ALL_ON_TWITTER'],
			['TWITTER_TIMELINE'],
			['PUBLISHER_NETWORK'],
			['ALL_ON_TWITTER', 'PUBLISHER_NETWORK'],
		],
	},
	{ product_type: 'PROMOTED_ACCOUNT', placements: [['ALL_ON_TWITTER'], ['TWITTER_TIMELINE']] },
	{
		product_type: 'PROMOTED_TWEETS',
		placements: [
			['ALL_ON_TWITTER'],
			['PUBLISHER_NETWORK'],
			['ALL_ON_TWITTER', 'PUBLISHER_NETWORK'],
			...onService,
			...onService.map((set) => ['PUBLISHER_NETWORK', ...set]),
		],
	},
];

export function isPlacementSet(productType: string, names: readonly string[]): boolean {
	const wanted = [...names].sort().join();
	const known = placements.find(({ product_type: type }) => type === productType)?.placements ?? [];
	return known.some((set) => [...set].sort().join() === wanted);
}
