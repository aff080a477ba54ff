/**
 * What the package promises, and for what: each promise has a rule for each kind of thing, which gives the cell from the
 * record. What no rule can know is an exception, with its reason.
 */
import { beginsAnywhere, type Field } from '../../nodes/shared/operation/operation';
import { takesResume } from '../../nodes/shared/fields';
import type { MechanismName } from './promiseMechanisms';
import type {
	AnySubject,
	CredentialSubject,
	EventSubject,
	OperationSubject,
	RecipeSubject,
} from './promiseSubjects';

/** Whether a promise holds for something: by which mechanism, or why it need not, or what is not yet so. */
export type Cell =
	| { readonly state: 'holds'; readonly by: MechanismName }
	| { readonly state: 'exempt'; readonly why: string }
	| { readonly state: 'open'; readonly what: string };

/** A rule, or the reason why the promise says nothing of this kind of thing. */
type Rule<S> = string | ((subject: S) => Cell);

export interface Promised {
	/** Its heading in docs/promises.md. */
	readonly name: string;
	readonly says: string;
	readonly operation: Rule<OperationSubject>;
	readonly event: Rule<EventSubject>;
	readonly credential: Rule<CredentialSubject>;
	readonly recipe: Rule<RecipeSubject>;
	/** What its rules cannot know, by label. */
	readonly exceptions?: Readonly<Record<string, Cell>>;
}

const holds = (by: MechanismName): Cell => ({ state: 'holds', by });
const exempt = (why: string): Cell => ({ state: 'exempt', why });
const open = (what: string): Cell => ({ state: 'open', what });

const READS = 'It changes nothing on X.';
const LOCAL = 'It sends nothing to X.';
const FREE = 'X does not bill it.';
const REPLACES = 'It replaces a state: sent twice, it does no harm.';
const STATE = 'A second one changes nothing on X.';
const UNUSED = 'Nothing uses what came of the lost answer: a second one takes its place.';
const NO_EVENT = 'An event is received, not sent.';
const NO_CREDENTIAL = 'A credential alone does nothing.';
const BY_ITS_NODES = 'The rows of its operations and events hold for a recipe.';

/** What can be done twice, and X shows none of it. */
const unseen = (why: string): Cell =>
	exempt(`X ${why}. After a lost answer the item is unsure: a person decides with _Unsure Items_.`);

/** What every kind but operations has nothing to do with. */
const ofOperations = { event: NO_EVENT, credential: NO_CREDENTIAL, recipe: BY_ITS_NODES } as const;
const ofEvents = {
	operation: 'An operation waits for no events.',
	credential: NO_CREDENTIAL,
	recipe: BY_ITS_NODES,
} as const;

/** A rule for what changes something on X. */
const ofWrites =
	(rule: (subject: OperationSubject) => Cell) =>
	(subject: OperationSubject): Cell =>
		subject.isWrite ? rule(subject) : exempt(subject.isLocal ? LOCAL : READS);

/** A rule for what X bills. */
const ofBilled =
	(by: MechanismName) =>
	({ isLocal, isBilled }: OperationSubject): Cell =>
		isLocal ? exempt(LOCAL) : isBilled ? holds(by) : exempt(FREE);

/** A rule for what is sent. */
const ofSent =
	(by: MechanismName) =>
	({ isLocal }: OperationSubject): Cell =>
		isLocal ? exempt(LOCAL) : holds(by);

const byTrigger =
	(cells: Readonly<Record<EventSubject['trigger'], Cell>>) =>
	({ trigger }: EventSubject): Cell =>
		cells[trigger];

/** What a polled list is remembered by. */
const CURSORS: Readonly<Record<string, MechanismName>> = {
	'by ID, with bounds': 'byId',
	'by ID': 'byId',
	'latest addition first': 'byAdded',
	'by hour': 'byTime',
	'by window of time': 'byWindow',
	'by comparison of all entries': 'snapshot',
};

function remembered(order: string): Cell {
	const cursor = CURSORS[order];
	if (!cursor) throw new Error(`Nothing is known of lists "${order}": what remembers their entries?`);
	return holds(cursor);
}

const dayLimit = ({ type }: CredentialSubject): Cell =>
	type.properties.some(({ name }) => name === 'maxCostPerDay')
		? holds('day')
		: exempt('Nothing that is sent with it has a price.');

/** @param field What the form must have. */
const offered = (field: 'guard' | 'dryRun') =>
	ofWrites(({ form }) => (field in form ? holds(field) : open('Its form does not have it.')));

/** Whether a field, or a member of it, is a menu that takes one value. */
const hasMenu = ({ property, members = {} }: Field): boolean =>
	property?.type === 'options' || Object.values(members).some(hasMenu);

export const PROMISES = {
	once: {
		name: 'Not sent twice by an attempt',
		says: 'What X may have done is not sent again within a run.',
		...ofOperations,
		operation: ofWrites(({ method }) =>
			method === 'PUT' ? exempt(REPLACES) : holds(method === 'DELETE' ? 'deletes' : 'attempts'),
		),
	},
	retry: {
		name: 'Not sent twice by Retry On Fail',
		says: 'What an earlier try of the node has done is not sent again.',
		...ofOperations,
		operation: ofWrites(({ method }) => (method === 'PUT' ? exempt(REPLACES) : holds('intent'))),
	},
	lookedUp: {
		name: 'Looked up after a lost answer',
		says: 'A write without an answer is looked for on X before it is sent again.',
		...ofOperations,
		operation: ofWrites(({ method, way, record: { route, resumes } }) =>
			method === 'PUT'
				? exempt(REPLACES)
				: way === 'harmless' && method !== 'ANY'
					? exempt(STATE)
					: way === 'unseen'
						? resumes === 'items' && route.includes('/12/batch/')
							? holds('batchLook')
							: open('Whether X shows it is not known.')
						: holds('look'),
		),
		exceptions: {
			'X Core: Media → Upload': exempt(UNUSED),
			'X Core: Post → Publish Due': holds('queue'),
			'X Core Admin: Bot → Rotate Token': exempt(UNUSED),
			'X Core Admin: Token → Exchange': exempt(UNUSED),
			'X Chat: Conversation → Rotate Keys': exempt(UNUSED),
			'X Chat: Media → Upload': exempt(UNUSED),
			'X Core Admin: Stream Rule → Delete': exempt(STATE),
			'X Core Admin: Stream Rule → Delete All': exempt(STATE),
			'X Core: Article → Create Draft': unseen('lists no drafts'),
			'X Core: Article → Publish': unseen('does not say which drafts are published'),
			'X Core Admin: Webhook → Replay': unseen('lists no replays'),
			'X Chat: Group → Create': unseen('names the group only in the answer that was lost'),
			'X Ads Creatives: Draft Post → Send Preview': unseen('does not say which previews it sent'),
			'X Ads Measurement: App Conversion → Send': unseen('lists no conversions'),
		},
	},
	resumes: {
		name: 'Goes on where it stopped',
		says: 'A run that broke off says what is left, and _Options → Resume From_ takes it back.',
		...ofOperations,
		operation: (subject) =>
			subject.isLocal
				? exempt(LOCAL)
				: takesResume(subject.record)
					? holds(beginsAnywhere(subject.record) ? 'place' : 'resume')
					: subject.isWrite
						? subject.way === 'harmless'
							? exempt('Run it again: what is done stays as it is.')
							: open('An item is done or not: which ones were done is in the output alone.')
						: exempt('It reads once: run it again.'),
		exceptions: {
			'X Core: Post → Publish Due': exempt('The next run compares the rows with the own Posts, and goes on.'),
			'X Catalog: Product → Sync': exempt(
				'The next sync compares with the catalog, and sends what is missing.',
			),
		},
	},
	guard: {
		name: 'Guard',
		says: 'Rules over all runs of a workflow: how often it writes, and no text twice.',
		event: NO_EVENT,
		credential: NO_CREDENTIAL,
		operation: offered('guard'),
		recipe: ({ writes, guarded: count }) =>
			writes === 0
				? exempt(READS)
				: count === writes
					? exempt('The guard of its nodes is the row of their operations.')
					: open('Not each of its nodes that write has a guard.'),
	},
	dryRun: {
		name: 'Dry Run',
		says: 'The request is the output, and nothing is written.',
		...ofOperations,
		operation: offered('dryRun'),
	},
	price: {
		name: 'Price before the run',
		says: 'The description of what is billed ends with its price.',
		...ofOperations,
		operation: ({ isLocal, hasPrice }) =>
			isLocal ? exempt(LOCAL) : hasPrice ? holds('prices') : exempt(FREE),
	},
	cap: {
		name: 'Max Cost',
		says: 'A run ends before a request that could cost more than the user allows.',
		credential: 'The limit of a credential is the next row.',
		operation: ofBilled('bill'),
		event: byTrigger({
			'X Trigger': holds('dailyBudget'),
			'X Stream Trigger': holds('dailyBudget'),
			'X Webhook Trigger': open('X bills what it delivers; the trigger has no limit of its own.'),
		}),
		recipe: () => holds('recipeBounds'),
	},
	day: {
		name: 'Max Cost per Day of the credential',
		says: 'Runs, triggers and lists in the editor count under one limit.',
		operation: ofBilled('day'),
		credential: dayLimit,
		recipe: BY_ITS_NODES,
		event: byTrigger({
			'X Trigger': holds('day'),
			'X Stream Trigger': holds('day'),
			'X Webhook Trigger': open('What X delivers is not counted under the limit.'),
		}),
	},
	bill: {
		name: 'Cost after the run',
		says: 'A hint says what was read and sent, and what it cost.',
		...ofOperations,
		operation: ofBilled('costHint'),
	},
	understood: {
		name: 'An answer is understood, or said',
		says: 'What the node does not know is passed on with a hint; a write that X did not confirm is an error.',
		...ofOperations,
		operation: ({ isLocal, method }) =>
			isLocal ? exempt(LOCAL) : holds(method === 'GET' ? 'contract' : 'confirmed'),
	},
	partial: {
		name: 'Errors beside data are said',
		says: 'What X left out of a success is a hint, or an error where the user wants one.',
		...ofOperations,
		operation: ofSent('partialErrors'),
		exceptions: {
			'X Core Admin: Token → Exchange': exempt('Its answer is a pair of tokens, or an error.'),
			'X Ads Analytics: Report → Get': holds('reportErrors'),
		},
	},
	empty: {
		name: 'An empty expression stops',
		says: 'An item whose expression has no value is not sent, unless the user allows it.',
		event: 'A trigger has no input: its settings are checked when it is published.',
		credential: NO_CREDENTIAL,
		recipe: BY_ITS_NODES,
		operation: () => holds('values'),
	},
	spoiled: {
		name: 'A spoiled text stops',
		says: 'A text in which an expression left nothing, NaN, undefined or null is not sent, unless the user allows it.',
		...ofOperations,
		operation: ofWrites(() => holds('spoiledTexts')),
	},
	menus: {
		name: 'A menu takes its own values',
		says: 'A word that the menu does not have, from an expression, is not sent.',
		...ofOperations,
		operation: ({ form }) =>
			Object.values(form).some(hasMenu) ? holds('menus') : exempt('Its form has no menu.'),
	},
	ownFields: {
		name: 'The node’s own choices fail nothing',
		says: 'Fields that the node chooses are left out where X refuses them.',
		operation: ({ method, isLocal, record }) =>
			isLocal
				? exempt(LOCAL)
				: method === 'GET' && record.route.includes(' /2/')
					? holds('ownChoices')
					: exempt('The node chooses no fields for it.'),
		event: ({ polled }) =>
			polled ? holds('ownChoices') : exempt('X chooses what it delivers, or the stream is asked once.'),
		credential: NO_CREDENTIAL,
		recipe: BY_ITS_NODES,
	},
	runsOnce: {
		name: 'An event runs once',
		says: 'Within one process of n8n, an event starts one run.',
		...ofEvents,
		event: ({ trigger, polled }) =>
			polled
				? remembered(polled.cursor.order)
				: holds(trigger === 'X Stream Trigger' ? 'seenEvents' : 'delivered'),
	},
	processes: {
		name: 'An event runs once in several processes',
		says: 'In queue mode, an event starts one run.',
		...ofEvents,
		event: byTrigger({
			'X Trigger': exempt('One process of n8n polls.'),
			'X Stream Trigger': exempt('One process of n8n holds the stream.'),
			'X Webhook Trigger': open(
				'Two webhook processes may both run an event: [Queue mode](queue-mode.md) has the ways out.',
			),
		}),
	},
	restart: {
		name: 'Survives a restart',
		says: 'What was received, and what is left to look for, outlives n8n.',
		...ofEvents,
		event: byTrigger({
			'X Trigger': holds('pollState'),
			'X Stream Trigger': holds('seenStored'),
			'X Webhook Trigger': holds('deliveredStored'),
		}),
	},
	losses: {
		name: 'A loss is reported once',
		says: 'What X can no longer give is said, once.',
		...ofEvents,
		event: ({ trigger, polled, label }) =>
			polled
				? polled.cursor.order.startsWith('by ID')
					? holds('pollLoss')
					: open('What leaves the list before a poll has seen it is not known as a loss.')
				: trigger === 'X Stream Trigger'
					? label === 'X Stream Trigger: Post Matches a Rule'
						? holds('openSpans')
						: open('X has no search for what an outage misses, and only one that lasts is reported.')
					: holds('webhookLoss'),
	},
	own: {
		name: 'No answer to itself',
		says: 'What the own account wrote starts nothing unless that is asked for.',
		...ofEvents,
		event: ({ isWritten, polled }) =>
			isWritten ? holds(polled ? 'ownEntries' : 'ownEvents') : exempt('Nobody wrote it.'),
	},
	stop: {
		name: 'Stop is heard',
		says: 'Who says stop starts nothing more, also after a restart.',
		...ofEvents,
		event: ({ isWritten }) => (isWritten ? holds('gate') : exempt('Nobody speaks in it.')),
	},
	signed: {
		name: 'Only X can start it',
		says: 'A delivery without the signature of the app’s secret runs nothing.',
		...ofEvents,
		event: ({ trigger }) =>
			trigger === 'X Webhook Trigger' ? holds('signature') : exempt('n8n asks X: nobody else can send.'),
	},
	bounded: {
		name: 'Work and memory are bounded',
		says: 'A body, a queue and what is remembered have an end.',
		operation: ofSent('readBody'),
		event: ({ trigger }) =>
			trigger === 'X Webhook Trigger'
				? exempt('n8n bounds what its webhooks take.')
				: holds(trigger === 'X Stream Trigger' ? 'boundedQueue' : 'readBody'),
		credential: NO_CREDENTIAL,
		recipe: BY_ITS_NODES,
	},
	limits: {
		name: 'Limits are waited for',
		says: 'Nothing is sent before the reset that X names.',
		operation: ofSent('limits'),
		event: ({ polled }) => (polled ? holds('limits') : exempt('X sends when it likes.')),
		credential: NO_CREDENTIAL,
		recipe: BY_ITS_NODES,
	},
	cancelled: {
		name: 'Cancelling ends it',
		says: 'A cancelled run starts nothing more.',
		...ofOperations,
		operation: ofSent('cancelled'),
	},
	blame: {
		name: 'Who did what is data',
		says: 'An error names its item, and has the facts as data.',
		...ofOperations,
		operation: () => holds('blame'),
	},
	secrets: {
		name: 'Secrets are hidden',
		says: 'No output, error, log or stored data shows one.',
		operation: () => holds('redact'),
		event: () => holds('redact'),
		credential: () => holds('hiddenFields'),
		recipe: 'A recipe has no credential: n8n asks for one.',
	},
	renewed: {
		name: 'Tokens are renewed once',
		says: 'Two processes that renew lose no token.',
		operation: 'Its credential has the row.',
		event: 'Its credential has the row.',
		credential: ({ type }) =>
			type.properties.some(({ name }) => name === 'refreshToken')
				? holds('renewal')
				: exempt(
						type.extends?.includes('oAuth2Api') === true
							? 'n8n renews it.'
							: 'It has nothing that ends and is renewed with a secret that works once.',
					),
		recipe: BY_ITS_NODES,
	},
	badDay: {
		name: 'Proven on its worst day',
		says: 'Run twice, or with each node failing in turn, a recipe writes nothing twice.',
		operation: 'Its own rows have it.',
		event: 'Its own rows have it.',
		credential: NO_CREDENTIAL,
		recipe: ({ writes }) => (writes === 0 ? exempt(READS) : holds('recipeMemory')),
	},
} as const satisfies Readonly<Record<string, Promised>>;

export type PromiseId = keyof typeof PROMISES;

/** The promises with their anchors on the page. */
export const promises = (): ReadonlyArray<readonly [PromiseId, Promised]> =>
	Object.entries(PROMISES) as ReadonlyArray<[PromiseId, Promised]>;

/** Whether a promise holds for something. */
export function cellOf(promised: Promised, subject: AnySubject): Cell {
	const exception = promised.exceptions?.[subject.label];
	if (exception) return exception;
	switch (subject.kind) {
		case 'operation':
			return by(promised.operation, subject);
		case 'event':
			return by(promised.event, subject);
		case 'credential':
			return by(promised.credential, subject);
		case 'recipe':
			return by(promised.recipe, subject);
	}
}

const by = <S>(rule: Rule<S>, subject: S): Cell => (typeof rule === 'string' ? exempt(rule) : rule(subject));
