import { chatMessage } from './chatMessage';
import { entityChanged } from './entityChanged';
import { lead } from './lead';
import * as others from './others';
import * as posts from './posts';
import type { TriggerEvent } from './event';

/** By the values of the form, in the order of the menu: the most usual events come first. */
export const EVENTS = {
	mention: posts.mention,
	directMessage: others.directMessage,
	chatMessage,
	postOfUser: posts.postOfUser,
	postBySearch: posts.postBySearch,
	follower: others.follower,
	reply: posts.reply,
	quote: posts.quote,
	repostOfMe: posts.repostOfMe,
	likeOnPost: others.likeOnPost,
	likeOfUser: posts.likeOfUser,
	bookmark: posts.bookmark,
	postOfList: posts.postOfList,
	listMember: others.listMember,
	trend: others.trend,
	entityChanged,
	lead,
} satisfies Readonly<Record<string, TriggerEvent>>;
