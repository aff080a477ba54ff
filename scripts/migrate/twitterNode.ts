/**
 * Puts X Core in place of n8n's own X node (`n8n-nodes-base.twitter`, version 2) in a workflow. Its parameters were read
 * in n8n-nodes-base 2.39.10 on 22 November 2026. The page "Migrate" runs this in the browser, so it imports nothing.
 */

export interface MigratedNode {
	name: string;
	type: string;
	typeVersion?: number;
	parameters?: Record<string, unknown>;
	credentials?: unknown;
	[other: string]: unknown;
}

export interface WorkflowText {
	nodes: MigratedNode[];
	connections?: Record<string, Record<string, Array<Array<{ node: string }> | null>>>;
	[other: string]: unknown;
}

/** What a person should look at, with the node that it is about. */
export interface Note {
	node: string;
	text: string;
}

type Parameters = Record<string, unknown>;

/** The new parameters of an operation. */
type Conversion = (old: Parameters, options: Parameters, note: (text: string) => void) => Parameters;

const OLD = /^n8n-nodes-base\.twitter(Tool)?$/;

const CONVERSIONS: Readonly<Record<string, Conversion>> = {
	'tweet.create': (old, options, note) => {
		const { location, attachments, inQuoteToStatusId: quoted, inReplyToStatusId: repliedTo } = options;
		if (isFilled(attachments) && isFilled(quoted))
			note('X takes either media or a quoted Post: the quoted Post is left out');
		return {
			resource: 'post',
			operation: 'create',
			text: old.text,
			...(isFilled(repliedTo) && { reply_in_reply_to_tweet_id: locator(repliedTo) }),
			...(isFilled(attachments)
				? { attachment: 'media', media_id: attachments }
				: isFilled(quoted) && { attachment: 'quote', quote_tweet_id: locator(quoted) }),
			...(isFilled(location) && { additionalFields: { geo_place_id: location } }),
		};
	},
	'tweet.delete': (old) => ({ resource: 'post', operation: 'delete', id: locator(old.tweetDeleteId) }),
	'tweet.like': (old) => ({ resource: 'post', operation: 'like', tweet_id: locator(old.tweetId) }),
	'tweet.retweet': (old) => ({ resource: 'post', operation: 'repost', tweet_id: locator(old.tweetId) }),
	'tweet.search': (old, { sortOrder, startTime, endTime, tweetFieldsObject: fields }) => ({
		resource: 'post',
		operation: 'searchRecent',
		query: old.searchText,
		...(old.returnAll === true ? { returnAll: true } : { limit: old.limit ?? 50 }),
		filters: {
			...(isFilled(sortOrder) && { sort_order: sortOrder }),
			...(isFilled(startTime) && { start_time: startTime }),
			...(isFilled(endTime) && { end_time: endTime }),
		},
		...(Array.isArray(fields) && fields.length > 0 && { options: { tweet_fields: fields } }),
	}),
	'user.searchUser': (old) =>
		old.me === true
			? { resource: 'user', operation: 'getMe' }
			: { resource: 'user', operation: 'get', id: locator(old.user) },
	'list.add': (old) => ({
		resource: 'list',
		operation: 'addMember',
		id: locator(old.list),
		user_id: locator(old.user),
	}),
	'directMessage.create': (old, { attachments }, note) => {
		if (isFilled(attachments))
			note('The attachment is left out: X Core sends the file itself. Choose Attachment → File From Input');
		return {
			resource: 'directMessage',
			operation: 'send',
			participant_id: locator(old.user),
			text: old.text,
		};
	},
};

/** The operations of the old node that are converted, as `resource.operation`. */
export const CONVERTED = Object.keys(CONVERSIONS);

/**
 * Gives a copy of a workflow in which X Core takes the place of every X node of n8n, with the same name and the
 * same connections.
 *
 * @param workflow What n8n copies to the clipboard or downloads, parsed.
 * @returns The workflow, and what a person should look at, in the order of the nodes.
 * @throws If this is no workflow.
 */
export function migrate(workflow: unknown): { workflow: WorkflowText; notes: Note[]; replaced: number } {
	if (!isWorkflow(workflow)) throw new Error('This is no workflow: copy nodes in the editor, or download it');
	const notes: Note[] = [];
	let replaced = 0;
	const nodes = workflow.nodes.map((node) => {
		if (!OLD.test(node.type)) return node;
		const converted = convert(node, (text) => notes.push({ node: node.name, text }));
		if (converted !== node) replaced++;
		return converted;
	});
	const migrated = { ...workflow, nodes };
	return { workflow: withNewPaths(migrated, workflow), notes, replaced };
}

function convert(node: MigratedNode, note: (text: string) => void): MigratedNode {
	// Version 1 used an API that X has switched off.
	if ((node.typeVersion ?? 1) < 2) {
		note('Version 1 of the old node is not converted: its API is gone. Set X Core up anew');
		return node;
	}
	const old = node.parameters ?? {};
	const { resource = 'tweet' } = old as { resource?: string };
	const { operation = DEFAULT_OPERATIONS[resource] } = old as { operation?: string };
	const conversion = CONVERSIONS[`${resource}.${operation}`];
	if (conversion === undefined) {
		note(`The operation "${resource} → ${operation}" is not known. Set X Core up anew`);
		return node;
	}
	note('Choose an X (Twitter) OAuth2 API credential: that of the old node asks for other permissions');
	const isTool = node.type.endsWith('Tool');
	const parameters = {
		authentication: 'oAuth2',
		...conversion(old, (old.additionalFields ?? {}) as Parameters, note),
	};
	const migrated: MigratedNode = {
		...node,
		type: `n8n-nodes-x-platform.xCore${isTool ? 'Tool' : ''}`,
		typeVersion: 1,
		parameters: isTool ? (asTexts(parameters) as Parameters) : parameters,
	};
	delete migrated.credentials;
	return migrated;
}

/** As a tool, X Core takes IDs, usernames and addresses as text. */
function asTexts(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(asTexts);
	if (typeof value !== 'object' || value === null) return value;
	const { __rl: isLocator, mode, value: text } = value as { __rl?: boolean; mode?: string; value?: unknown };
	if (!isLocator)
		return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, asTexts(entry)]));
	const isName = mode === 'username' && typeof text === 'string' && /^\w/.test(text);
	return isName ? `@${text}` : text;
}

const DEFAULT_OPERATIONS: Readonly<Record<string, string>> = {
	tweet: 'create',
	user: 'searchUser',
	list: 'add',
	directMessage: 'create',
};

/** Expressions that read what a converted node gave: simplified output has the figures beside the text. */
function withNewPaths(migrated: WorkflowText, before: WorkflowText): WorkflowText {
	const converted = new Set(before.nodes.filter(({ type }) => OLD.test(type)).map(({ name }) => name));
	const behind = new Set(
		[...converted].flatMap((name) =>
			Object.values(before.connections?.[name] ?? {}).flatMap((outputs) =>
				outputs.flatMap((targets) => (targets ?? []).map(({ node }) => node)),
			),
		),
	);
	return {
		...migrated,
		nodes: migrated.nodes.map((node) => ({
			...node,
			...(node.parameters && {
				parameters: rewritten(node.parameters, converted, behind.has(node.name)) as Parameters,
			}),
		})),
	};
}

const METRICS = String.raw`(\?)?\.public_metrics(\?)?\.`;

function rewritten(value: unknown, names: ReadonlySet<string>, isBehind: boolean): unknown {
	if (Array.isArray(value)) return value.map((entry) => rewritten(entry, names, isBehind));
	if (typeof value === 'object' && value !== null)
		return Object.fromEntries(
			Object.entries(value).map(([key, entry]) => [key, rewritten(entry, names, isBehind)]),
		);
	if (typeof value !== 'string' || !value.startsWith('=')) return value;
	const here = isBehind ? value.replace(new RegExp(String.raw`(\$json)${METRICS}`, 'g'), '$1.') : value;
	return here.replace(
		new RegExp(
			String.raw`(\$\(\s*(["'])((?:(?!\2).)*)\2\s*\)\.(?:item|first\(\)|last\(\))\.json)${METRICS}`,
			'g',
		),
		(whole, path: string, _quote, name: string) => (names.has(name) ? `${path}.` : whole),
	);
}

/** A locator of the old node has the modes id, url and username; an earlier text is an ID. */
function locator(value: unknown): unknown {
	if (typeof value !== 'object' || value === null) return { __rl: true, mode: 'id', value: value ?? '' };
	const { mode, value: inner } = value as { mode?: string; value?: unknown };
	return { __rl: true, mode: mode ?? 'id', value: inner ?? '' };
}

function isFilled(value: unknown): boolean {
	if (typeof value === 'object' && value !== null) return isFilled((value as { value?: unknown }).value);
	return value !== undefined && value !== null && value !== '';
}

function isWorkflow(value: unknown): value is WorkflowText {
	return (
		typeof value === 'object' &&
		value !== null &&
		Array.isArray((value as WorkflowText).nodes) &&
		(value as WorkflowText).nodes.every(
			(node) => typeof node?.name === 'string' && typeof node.type === 'string',
		)
	);
}
