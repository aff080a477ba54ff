/** Key, name, action and description of a record: a proposal made of the route and of X's own words. */
import { camelCase, upperFirst } from 'lodash';
import { title, withArticle } from '../../nodes/shared/operation/labels';
import type { Published } from './published';

export interface Texts {
	/** Value in saved workflows. */
	readonly key: string;
	readonly name: string;
	readonly action: string;
	readonly description: string;
}

/**
 * Texts of a record in the words of the forms.
 *
 * @param name Name of the operation, where the user gave one.
 */
export function textsOf(operation: Published, resource: string, name?: string): Texts {
	const proposed = proposal(operation, resource.toLowerCase());
	const action = inWordsOfForms(proposed.action);
	return {
		key: camelCase(name ?? proposed.name),
		name: name ?? proposed.name,
		action,
		description: firstSentence(operation.description || operation.summary) ?? action,
	};
}

type Proposal = Pick<Texts, 'name' | 'action'>;

const isName = (part: string | undefined): boolean => part?.startsWith('{') ?? false;

function proposal({ row, summary }: Published, resource: string): Proposal {
	const [method = '', path = ''] = row.route.split(' ');
	const parts = path.split('/').slice(2);
	const fixed = parts.filter((part) => !isName(part));
	const last = fixed.at(-1) ?? '';
	const isOne = isName(parts.at(-1));
	const isOwn = fixed.length === 1;
	if (method === 'GET') return readProposal({ last, isOne, isOwn, isBelow: parts.some(isName) }, resource);
	if (isOwn) return ownProposal(method, parts.length === 1, resource);
	const verb = /^[A-Za-z]+/.exec(summary)?.[0]?.toLowerCase() ?? '';
	if (verb === last || !GENERAL.has(verb)) {
		return { name: title(verb), action: `${upperFirst(verb)} ${withArticle(resource)}` };
	}
	return partProposal(method, verb, last, resource);
}

interface Read {
	readonly last: string;
	readonly isOne: boolean;
	readonly isOwn: boolean;
	readonly isBelow: boolean;
}

function readProposal({ last, isOne, isOwn, isBelow }: Read, resource: string): Proposal {
	const words = last.replaceAll('_', ' ');
	if (last === 'search') return { name: 'Search', action: `Search ${plural(resource)}` };
	if (isOwn && isOne) return { name: 'Get', action: `Get ${withArticle(resource)}` };
	if (isOwn) return { name: 'Get Many', action: `Get many ${plural(resource)}` };
	if (isOne) {
		const one = singular(words);
		return {
			name: `Get ${title(one)}`,
			action: `Get ${withArticle(one)} of ${withArticle(resource)}`,
		};
	}
	const action = isBelow
		? `Get the ${words} of ${withArticle(resource)}`
		: `Get ${words} ${plural(resource)}`;
	return { name: `Get ${title(words)}`, action };
}

const OWN: Readonly<Record<string, string>> = { POST: 'create', PUT: 'update', DELETE: 'delete' };

function ownProposal(method: string, isWhole: boolean, resource: string): Proposal {
	const verb = OWN[method] ?? '';
	const isMany = isWhole && method === 'DELETE';
	return {
		name: title(isMany ? `${verb} many` : verb),
		action: `${upperFirst(verb)} ${isMany ? `many ${plural(resource)}` : withArticle(resource)}`,
	};
}

/** Verbs that say how a list of parts changes; another one says what happens to the whole: Follow, Publish, Mute. */
const GENERAL = new Set(['', 'add', 'create', 'delete', 'remove', 'send', 'set', 'update']);

/** Verbs for a part of something, with the word that leads to the whole. */
const PREPOSITIONS: Readonly<Record<string, string>> = { add: 'to', remove: 'from', send: 'to' };
const VERBS: Readonly<Record<string, string>> = { POST: 'add', PUT: 'update', DELETE: 'remove' };

function partProposal(method: string, said: string, last: string, resource: string): Proposal {
	const verb = said in PREPOSITIONS ? said : (VERBS[method] ?? said);
	const words = last.replaceAll('_', ' ');
	const part = verb === 'update' ? words : singular(words);
	const which = verb === 'update' ? `the ${words}` : withArticle(part);
	return {
		name: title(`${verb} ${part}`),
		action: `${upperFirst(verb)} ${which} ${PREPOSITIONS[verb] ?? 'of'} ${withArticle(resource)}`,
	};
}

/** `communities` → `community`. */
export const singular = (words: string): string =>
	words.endsWith('ies') ? `${words.slice(0, -3)}y` : words.replace(/([^s])s$/, '$1');

const plural = (word: string): string => (word.endsWith('y') ? `${word.slice(0, -1)}ies` : `${word}s`);

const lower = (word: string): string => word.toLowerCase();

/** X's words for its things, as the forms have them. */
const WORDS: ReadonlyArray<readonly [RegExp, string | ((word: string) => string)]> = [
	[/\bretweet(s|ed)?\b/gi, 'repost$1'],
	[/\btweet(s)?\b/gi, 'Post$1'],
	[/\bpost(s)?\b(?= (?:of|in|from|that|by|to)\b)/g, 'Post$1'],
	[/`/g, ''],
	// X writes its things with capitals; the forms keep them for Posts and Spaces.
	[
		/(?<=\S )(Users?|Lists?|Communit(?:y|ies)|Bots?|Articles?|Broadcasts?|Conversations?|Messages?|Webhooks?)\b/g,
		lower,
	],
];

const inWordsOfForms = (text: string): string =>
	WORDS.reduce(
		(words, [pattern, word]) =>
			typeof word === 'string' ? words.replace(pattern, word) : words.replace(pattern, word),
		text,
	);

/** Descriptions say what an operation does; forms say what to do. */
const READS = /^(?:Returns|Retrieves|Gets|Lists|Fetches)\b/;
const DOES =
	/^(Add|Approve|Block|Cancel|Close|Create|Delete|Enable|End|Follow|Hide|Invite|Join|Leave|Like|Mark|Mute|Pin|Publish|Reject|Remove|Send|Set|Start|Stop|Unblock|Unfollow|Unmute|Unpin|Update|Upload|Validate)s\b/;

/** The first sentence as an instruction, without its full stop; nothing where it is no instruction. */
function firstSentence(text: string): string | undefined {
	const [sentence = ''] = text.replaceAll('\n', ' ').split(/\.(?:\s|$)/);
	const said = inWordsOfForms(sentence.trim()).replace(READS, 'Get').replace(DOES, '$1');
	const isInstruction = /^[A-Z][a-z]+ /.test(said) && !/^[A-Z][a-z]+s /.test(said);
	return isInstruction && said !== inWordsOfForms(sentence.trim()) ? said : undefined;
}

/**
 * What a field is for, of what X says of it.
 *
 * @param text X's description; may be empty.
 * @param isSwitch Switches begin with "Whether".
 */
export function fieldDescription(text: string, isSwitch: boolean, label: string): string | undefined {
	const [first = ''] = text.replaceAll('\n', ' ').split(/\.(?:\s|$)/);
	const said = upperFirst(inWordsOfForms(first.trim()));
	if (!isSwitch) return said === '' || said.toLowerCase() === label.toLowerCase() ? undefined : said;
	const clause = /^(?:Whether|(?:Indicates|Specifies|Determines) (?:if|whether)) (.+)/.exec(said)?.[1];
	return clause === undefined ? `Whether to use ${label.toLowerCase()}` : `Whether ${clause}`;
}
