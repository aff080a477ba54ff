/** The words that CONTRIBUTING.md asks to avoid, in the texts of the nodes and in comments, with what to write instead. */

type Text = 'comments' | 'forms';

type AvoidedWord = readonly [pattern: RegExp, example: string, instead: string, texts: readonly Text[]];

const EVERYWHERE: readonly Text[] = ['comments', 'forms'];
const COMMENTS: readonly Text[] = ['comments'];
const FORMS: readonly Text[] = ['forms'];

const AVOIDED_WORDS: readonly AvoidedWord[] = [
	[/\bthe (platform|service)\b/i, 'Send it to the platform', 'X', EVERYWHERE],
	// Not in paths, scopes, wire names and operators of a query.
	[/(?<![.:_/(])\b(re)?tweets?\b(?![._])/, 'Delete your tweet', 'Post, repost', FORMS],
	[/developer portal/i, 'Open the developer portal', 'Developer Console', EVERYWHERE],
	[/\b(de)?activate (a|the) workflow/i, 'Activate the workflow', 'publish, unpublish', EVERYWHERE],
	[/\bby (itself|yourself|themselves)\b/i, 'It starts by itself', 'automatically, alone', EVERYWHERE],
	[/\bunless (said|told|chosen)\b/i, 'US unless said', 'by default …', EVERYWHERE],
	[/\b(is|are) called\b/i, 'How the list is called', 'its name', FORMS],
	[/\bhow (\S+ ){1,2}(is|are) called\b/i, 'How the list is called', 'its name', COMMENTS],
	[/\bmend(s|ed)?\b/i, 'What to mend', 'fix, correct', EVERYWHERE],
	[
		/\b(take|takes|took) back\b|\btake .* (off|out of) /i,
		'Take a Post out of the list',
		'remove, undo',
		FORMS,
	],
	[/\b(somebody|nobody|everybody)\b.* \bwho\b/i, 'Get what somebody writes who may not', 'people who', FORMS],
	[
		/\b(somebody|nobody|everybody|anybody)\b/i,
		'Nobody is there',
		'someone, no one, everyone, anyone',
		COMMENTS,
	],
	[/\bwhoever\b/i, 'Whoever holds the lock', 'the one who, anyone who', COMMENTS],
	[/\b(let|lets) .* no longer\b|\bno longer\b.*\blet\b/i, 'Let a line item no longer run', 'stop …', FORMS],
	[/\bto whom\b|\bof whom\b|\bof which each\b/i, 'Groups of whom each sees ads', 'users that', FORMS],
	[/\bwhom\b/i, 'Those whom a user blocks', 'who, that', COMMENTS],
	[
		/(?<!\b(all|both|each|most|none|one|some)) of which\b/i,
		'Items of which some failed',
		'a new sentence',
		COMMENTS,
	],
	[/\bthe like\b/i, 'Entities and the like', 'and other …, and similar …', EVERYWHERE],
	[/\b(part|parts|parted) (several|by)\b/, 'Commas part several values', 'separate', FORMS],
	[/\bunder way\b/i, 'Requests under way', 'in progress', EVERYWHERE],
	[/\b(to|are to) come\b/i, 'Broadcasts that are to come', 'upcoming, later', EVERYWHERE],
	[/\bwhen left out\b|\bwhere it is empty\b/i, 'The owner when left out', 'by default, if empty', EVERYWHERE],
	[/\bX (demands|forbids)\b/, 'As X demands', 'X requires, X does not allow', FORMS],
	[/\bdemand(s|ed)\b/i, 'A field that the form demands', 'requires', COMMENTS],
	[/\bname holds\b|\btitle holds\b/i, 'Whose name holds this text', 'contains', EVERYWHERE],
	[/\b(tells?|told)\b/i, 'The node tells what it was told', 'says, reports, shows', COMMENTS],
	// A stand-in, what stands in for something, and what something stands for are plain English.
	[
		/\b(stands?|stood)\b(?!-in| (in )?for\b)/i,
		'What stands in the answer',
		'is, has, is listed in',
		COMMENTS,
	],
	[/\bsaid\b/i, 'What the answer said', 'the message, the text, by default', COMMENTS],
	[/\ball the same\b/i, 'Sent all the same', 'anyway, still', COMMENTS],
	// As the name of something in the code it is fine.
	[/(?<!@param )\bmeanwhile\b/i, 'What happens meanwhile', 'during this time', COMMENTS],
	[/\bby now\b/i, 'A row that is offered by now', 'already', COMMENTS],
	[/\bthat very\b/i, 'Of that very request', 'the same', COMMENTS],
	[/\bwho (was|is) refused\b/i, 'Who was refused asks again', 'a refused request', COMMENTS],
];

/** The words to avoid in one kind of text. */
export const avoidedIn = (text: Text): readonly AvoidedWord[] =>
	AVOIDED_WORDS.filter(([, , , texts]) => texts.includes(text));

/** Where comments are not in plain words yet: a folder that is, is taken out of this list. */
export const UNREAD_COMMENTS = ['guard', 'intent', 'ledger', 'report'].map((name) => `nodes/shared/${name}/`);
