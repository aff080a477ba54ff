/** Identifiers of what the ads hosts know from the start, for tests to rely on. */
/** The n-th of a thousand Posts that line items can promote. */
const postId = (index: number): string => String(1_800_000_000_000_000_001n + BigInt(index) * 1_048_577n);

export const ids = {
	/** Full access; by default everything below belongs to it. */
	account: '18ce54d4x5t',
	/** `ME` may look at it but not change it. */
	readOnlyAccount: '18ce55abc12',
	/** Someone else's. */
	foreignAccount: '18ce5zz9x99',
	/** On the sandbox only. */
	sandboxAccount: 'gq180y',
	fundingInstrument: 'lygyi',
	/** INSERTION_ORDER with 50,000 USD of credit left: no daily budget needed. */
	insertionOrder: 'lygyj',
	/** The one kind that can be updated. */
	partnerManaged: 'lygyk',
	/** On the sandbox only. */
	sandboxFundingInstrument: 'hxtet',
	/** Promotable user of `ME`. */
	promotableUser: 'l310s',
	/** Promotable user of another user, whose Posts can be reposted only. */
	otherPromotableUser: 'l310t',
	otherUserId: '756201191646691328',
	/** PAUSED, for website clicks, budget_optimization CAMPAIGN. */
	campaign: '8wku2',
	/** ACTIVE, for engagements, budget_optimization LINE_ITEM. */
	activeCampaign: 'f4z6x',
	followersCampaign: 'f4z6y',
	/** For preroll views. */
	prerollCampaign: 'f4z6z',
	/** Only listed with `with_draft`. */
	draftCampaign: 'hwtq0',
	deletedCampaign: '8yn7m',
	/** Of `campaign`. */
	websiteLineItem: '8v7jo',
	/** Of `activeCampaign`. */
	lineItem: 'itttx',
	/** Of `followersCampaign`; the one that can hold promoted accounts. */
	followersLineItem: '9bpb2',
	/** Of `prerollCampaign`. */
	prerollLineItem: 'iqwka',
	targetingCriterion: 'eijd4y',
	mediaCreative: '1bzq3',
	promotedAccount: '19pl2',
	promotedTweet: '1efwlo',
	scheduledPromotedTweet: '1xboq',
	trackingTag: '3m82',
	lineItemCuratedCategory: '1',
	curatedCategory: '929wbl6ymlfk',
	/** A job of statistics that is done, and one that never will be. */
	statsJob: '1120829647711653888',
	endlessJob: '1120829647711653889',
	recommendation: '62ce8zza1q0w',
	imageMedia: '10miy',
	prerollMedia: '3wpx',
	libraryImage: '3_931236738554519552',
	secondLibraryImage: '3_957113581522141184',
	libraryGif: '16_844800354743074820',
	libraryVideo: '13_958388276489895936',
	/** A website card with `libraryImage`. */
	card: '1321554298900107264',
	imageConversationCard: '59woh',
	videoConversationCard: '5a86h',
	pollCard: '57i77',
	draftPost: '994788364334325760',
	/** Seen as an ad only. */
	accountPost: '1166476031668015104',
	organicPost: '1043551275923591168',
	prerollCallToAction: '8f0',
	scheduledPost: '870358555227860993',
	post: postId(0),
	webEventTag: 'o87ne',
	appEventTag: 'jhp',
	appList: '28ukf',
	providerConfiguration: '25n',
	abTest: 'hr7l0',
	leadForm: '3f2b8c1a-8f4e-4a0b-9df2-0123456789ab',
	/** Of the leads of `leadForm` on 2026-08-20. */
	leadExport: '7a1d3e92-2b5c-4c17-8e64-fedcba987654',
	/** Of `account`, with 150 people. */
	audience: '1nmth',
	/** Of someone else, to target only. */
	sharedAudience: '2906h',
	audiencePermission: 'ri',
	doNotReachList: '4kzrq',
	/** The identifier that is printed most for the United States. */
	unitedStates: '96683cc9126741d1',
} as const;

/** Posts that exist, on top of the numbered ones. */
const NAMED_POSTS = ['822333526255120384', '880290790664060928', '844796297743757315'];

const posts = new Set([...NAMED_POSTS, ...Array.from({ length: 1_000 }, (_, index) => postId(index))]);

export const isPost = (id: string): boolean => posts.has(id);
