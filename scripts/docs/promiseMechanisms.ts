/**
 * What keeps the promises: where each mechanism is, which test shows it, and the change to the source that takes it
 * out. `test/unit/tree/promisesHold.test.ts` makes that change in a copy, and expects the test to fail.
 */
import type { TakenOut } from '../../test/support/packageCopy';

export interface Mechanism extends TakenOut {
	/** What it does, for people. */
	readonly does: string;
}

/** A step of the list that every request goes through. */
const step = (
	name: string,
	does: string,
	test: Mechanism['test'],
	file = 'nodes/shared/engine/steps.ts',
): Mechanism => ({ does, file, takeOut: [`step('${name}'`, "step('nothing'"], test });

const CONNECTION = 'nodes/shared/http/steps.ts';

export const MECHANISMS = {
	intent: step('intent', 'answers what an earlier try of the node has done', [
		'test/harness/retryOnFail.test.ts',
		'goes on with a thread where it stopped, each Post an answer to the one before',
	]),
	guard: step('guard', 'holds the rules of the workflow over all runs', [
		'test/harness/core/guard.test.ts',
		'admits so many writes in a day, over runs, and says when it opens again',
	]),
	ownChoices: step('ownChoices', 'asks again without the fields that X refuses', [
		'test/harness/core/strict.test.ts',
		'gives events with their senders: %s',
	]),
	bill: step(
		'bill',
		'reserves what a request may cost, and sends none that could pass Max Cost',
		['test/harness/core/cost.test.ts', 'ends a list before the page that would pass it'],
		CONNECTION,
	),
	day: step(
		'day',
		'reserves what a request may cost under the limit of the credential',
		['test/harness/core/dayLimit.test.ts', 'refuses what could pass it, in runs and in lists'],
		CONNECTION,
	),
	attempts: {
		does: 'repeats a create only where it certainly did not arrive',
		file: 'nodes/shared/http/attempts.ts',
		takeOut: ['notSent || (this.isSafe && ', 'notSent || ('],
		test: ['test/harness/core/faults.test.ts', 'of a create is not repeated'],
	},
	deletes: {
		does: 'takes "not found" for done where an earlier attempt has deleted',
		file: 'nodes/shared/http/attempts.ts',
		takeOut: ['return ALREADY_DELETED;', 'throw this.failed(outcome);'],
		test: ['test/harness/core/faults.test.ts', 'of a delete whose answer was lost is no "not found"'],
	},
	look: {
		does: 'looks on X for what was sent without an answer, before it is sent again',
		file: 'nodes/shared/engine/withIntent.ts',
		takeOut: ['if (!found) return undefined;', 'if (found !== null) return undefined;'],
		test: [
			'test/harness/core/thread.test.ts',
			'is not published twice where it was cancelled, and X lists the Post',
		],
	},
	batchLook: {
		does: 'looks for each entry of a batch whose answer was lost, before it is sent again',
		file: 'nodes/shared/ads/batch/runBatch.ts',
		takeOut: [
			"call.unsureSince() !== undefined && type === 'Create'",
			"call.unsureSince() === null && type === 'Create'",
		],
		test: ['test/harness/ads/batchResume.test.ts', 'are made once by a try of Retry On Fail'],
	},
	queue: {
		does: 'compares the rows with the own Posts before it publishes one',
		file: 'nodes/XCore/operations/queue.ts',
		takeOut: ['if (!root) return [];', 'if (root !== null) return [];'],
		test: [
			'test/harness/core/publishDue.test.ts',
			'finds what was published before it was stopped, and continues a thread',
		],
	},
	resume: {
		does: 'runs the items that an earlier run left',
		file: 'nodes/shared/engine/execute.ts',
		takeOut: ['isSet && takesResume(operation) ? placeOf(context, itemIndex, leftOut) : {}', '{}'],
		test: ['test/harness/core/resume.test.ts', 'are taken up where they were left, each once'],
	},
	place: {
		does: 'names the place where a list or a thread goes on',
		file: 'nodes/shared/engine/progress.ts',
		takeOut: ['else this.places.set(item, { from, done });', ''],
		test: ['test/harness/core/resume.test.ts', 'is an error by default, with the place as data'],
	},
	prices: {
		does: 'writes the price into the description of the operation',
		file: 'nodes/shared/form/operationText.ts',
		takeOut: ['cost === undefined ? end', 'cost !== null ? end'],
		test: ['test/unit/prices/prices.test.ts', 'says it in the words of what is read or done'],
	},
	costHint: {
		does: 'adds up what a run read and sent',
		file: 'nodes/shared/engine/maxCost.ts',
		takeOut: ['return parts.length === 0 ?', 'return parts.length >= 0 ?'],
		test: ['test/harness/core/cost.test.ts', 'names what was read, included entities among it'],
	},
	dryRun: {
		does: 'gives the request as the output, and sends nothing',
		file: 'nodes/shared/http/withGuard.ts',
		takeOut: ['if (rules.dryRun === true) return', 'if (rules.dryRun === undefined) return'],
		test: [
			'test/harness/core/guard.test.ts',
			'shows the request, its price and what the guard says, and writes nothing',
		],
	},
	contract: {
		does: 'passes what it does not know on with a hint',
		file: 'nodes/shared/engine/answer.ts',
		takeOut: ['if (isUnderstood(operation, body, items)) {', 'if (items) {'],
		test: ['test/harness/answers/everyAnswer.test.ts', 'an answer with %s', 'an answer with null data'],
	},
	confirmed: {
		does: 'calls no write done whose answer lacks what X answers to it: an ID, a flag or a state',
		file: 'nodes/shared/http/readAnswer.ts',
		takeOut: [
			'if (isConfirmed(request, raw.statusCode, response.body)) return response;',
			'return response;',
		],
		test: ['test/unit/facts/answers.test.ts', 'is told apart: %s'],
	},
	partialErrors: {
		does: 'says what X left out of a success',
		file: 'nodes/shared/engine/answer.ts',
		takeOut: ['if (problems.length === 0) return;', 'if (problems.length >= 0) return;'],
		test: ['test/harness/core/faults.test.ts', 'are shown as a hint'],
	},
	reportErrors: {
		does: 'says what X left out beside the rows of a report',
		file: 'nodes/XAdsAnalytics/report/rows.ts',
		takeOut: ['return problems.length > 0 ? leftOut(problems) : undefined;', 'return undefined;'],
		test: ['test/harness/adsAnalytics/report.test.ts', 'gives what X left out beside its rows as data'],
	},
	values: {
		does: 'stops an item whose expression has no value',
		file: 'nodes/shared/engine/values.ts',
		takeOut: ['rules: whole ? [whole] : empty }', 'rules: [] }'],
		test: ['test/harness/core/meant.test.ts', 'stops its own item only'],
	},
	spoiledTexts: {
		does: 'finds what an expression left in a text that nobody wrote',
		file: 'nodes/shared/engine/spoiled.ts',
		takeOut: ['const parts = partsOf(text);', 'const parts: string[] = [];'],
		test: ['test/harness/core/meant.test.ts', 'is not published with what an expression spoiled: %s'],
	},
	menus: {
		does: 'refuses what is none of the values of a menu',
		file: 'nodes/shared/fields/basic.ts',
		takeOut: ['if (known !== undefined) return known;', 'return given;'],
		test: [
			'test/harness/core/posts.test.ts',
			'sends no word that Who Can Reply does not have: %s',
			'sends no word that Who Can Reply does not have: everybody',
		],
	},
	readBody: {
		does: 'reads no body further than its bound',
		file: 'nodes/shared/errors/readBody.ts',
		takeOut: ['if (size > most) return undefined;', ''],
		test: ['test/unit/errors/otherBodies.test.ts', 'that is too long is not read on'],
	},
	limits: {
		does: 'lets nothing start before the reset that X names',
		file: 'nodes/shared/http/rateLimits.ts',
		takeOut: ['Math.max(Date.now() + least, reset.getTime() + MARGIN)', 'Date.now()'],
		test: ['test/unit/http/rateLimits.test.ts', 'stops all requests with one refusal'],
	},
	cancelled: {
		does: 'starts nothing once the execution is cancelled',
		file: 'nodes/shared/util/taskPool.ts',
		takeOut: ['if (this.signal?.aborted) throw new CancelledError();', ''],
		test: ['test/unit/util/util.test.ts', 'starts nothing once the execution is cancelled'],
	},
	redact: {
		does: 'hides secrets in whatever n8n shows, stores or logs',
		file: 'nodes/shared/errors/redact.ts',
		takeOut: ['hideSecrets(value, secrets),', 'value,'],
		test: ['test/unit/errors/fromException.test.ts', 'no secret survives'],
	},
	blame: {
		does: 'names the item in an error, with the facts as data',
		file: 'nodes/shared/engine/execute.ts',
		takeOut: ["{ description: known.description ?? '', ...data }", '{}'],
		test: ['test/harness/core/faults.test.ts', 'keeps the items around one that fails (%s)'],
	},
	byId: {
		does: 'remembers the IDs that it has shown',
		file: 'nodes/XCoreTrigger/cursor/byId.ts',
		takeOut: ['if (isKnown) return false;', ''],
		test: ['test/unit/pollTrigger/byId.test.ts', 'loses nothing and doubles nothing, whatever happens'],
	},
	pollLoss: {
		does: 'says that what was to be read is out of reach',
		file: 'nodes/XCoreTrigger/cursor/byId.ts',
		takeOut: ['isLost: isBeyond, lostSpan', 'isLost: false, lostSpan'],
		test: ['test/unit/pollTrigger/byId.test.ts', 'says that Posts are lost after a longer downtime'],
	},
	byAdded: {
		does: 'remembers what stood in the list',
		file: 'nodes/XCoreTrigger/cursor/byAdded.ts',
		takeOut: ['known: order.slice(0, memory)', 'known: []'],
		test: ['test/unit/pollTrigger/byAdded.test.ts', 'loses nothing and doubles nothing, whatever happens'],
	},
	byTime: {
		does: 'remembers what the last hours had',
		file: 'nodes/XCoreTrigger/cursor/byTime.ts',
		takeOut: ['new Set([...seen, ...before].map(([key]) => key))', 'new Set<string>()'],
		test: ['test/unit/pollTrigger/byTime.test.ts', 'loses nothing and doubles nothing, whatever happens'],
	},
	byWindow: {
		does: 'remembers what the last export had',
		file: 'nodes/XCoreTrigger/cursor/byWindow.ts',
		takeOut: ['page.rows.filter(({ key }) => !known.has(key) && known.add(key))', 'page.rows'],
		test: ['test/unit/pollTrigger/byTime.test.ts', 'loses nothing and doubles nothing, whatever happens'],
	},
	snapshot: {
		does: 'compares what it reads with what it remembers',
		file: 'nodes/XCoreTrigger/cursor/snapshot.ts',
		takeOut: ['new Map(state?.known)', 'new Map<string, number>()'],
		test: [
			'test/harness/pollTrigger/events.test.ts',
			'emits %s once, and nothing at the activation',
			'emits repostOfMe once',
		],
	},
	pollState: {
		does: 'keeps its place where n8n stores it',
		file: 'nodes/XCoreTrigger/memory.ts',
		takeOut: ['isWhole(data) ? shapeWith', 'data === undefined ? shapeWith'],
		test: [
			'test/harness/pollTrigger/life.test.ts',
			'goes on where the last poll ended, also after polls that found nothing',
		],
	},
	seenEvents: {
		does: 'remembers the events that started runs, over restarts',
		file: 'nodes/XStreamTrigger/stream/seenEvents.ts',
		takeOut: ['if (this.seen.has(digest)) return true;', ''],
		test: ['test/unit/streamTrigger/memory.test.ts', 'are known once they were taken'],
	},
	seenStored: {
		does: 'stores the events that a search could find again',
		file: 'nodes/XStreamTrigger/stream/seenEvents.ts',
		takeOut: ["text.split('.').flatMap(numbersInText)", '[]'],
		test: ['test/unit/streamTrigger/memory.test.ts', 'are known once they were taken'],
	},
	openSpans: {
		does: 'keeps what was missed until X has been asked for it, or gives it up with one report',
		file: 'nodes/shared/events/openSpans.ts',
		takeOut: ['this.spans = [...others, span];', ''],
		test: [
			'test/unit/events/openSpans.test.ts',
			'every moment that was missed is asked for, or given up once',
		],
	},
	delivered: {
		does: 'reserves the key of an event until n8n has taken it',
		file: 'nodes/XWebhookTrigger/delivery/deliveredEvents.ts',
		takeOut: [
			'this.reserved.size > 0 && keys.some((key) => this.reserved.has(key))',
			'this.reserved.size < 0',
		],
		test: [
			'test/unit/webhookTrigger/deliveredEvents.test.ts',
			'lets a second delivery wait until the first is decided',
		],
	},
	deliveredStored: {
		does: 'stores which events were delivered',
		file: 'nodes/XWebhookTrigger/delivery/deliveredEvents.ts',
		takeOut: ["if (typeof persisted !== 'string' ||", "if (typeof persisted === 'string' ||"],
		test: [
			'test/unit/webhookTrigger/deliveredEvents.test.ts',
			'survives a restart through its persisted text',
		],
	},
	webhookLoss: {
		does: 'asks X for a replay until it is complete, and says what X no longer has',
		file: 'nodes/XWebhookTrigger/registration/missed.ts',
		takeOut: ["tell('eventsLost', lostText(lost), AFTER_A_DAY)", 'lostText(lost)'],
		test: [
			'test/unit/webhookTrigger/afterStart.test.ts',
			'what X no longer replays is said once: a part of it, then the rest',
		],
	},
	signature: {
		does: 'compares the signature over the raw bytes before anything is parsed',
		file: 'nodes/XWebhookTrigger/signature.ts',
		takeOut: ["outcome: isRight ? 'valid' : 'wrong'", "outcome: isRight ? 'valid' : 'valid'"],
		test: ['test/unit/webhookTrigger/signature.test.ts', 'breaks when any single byte of any body changes'],
	},
	ownEntries: {
		does: 'leaves out what the own account wrote',
		file: 'nodes/shared/events/ownEntries.ts',
		takeOut: ['me !== undefined && writerOf(entity) === me', 'false'],
		test: ['test/unit/events/ownEntries.test.ts', 'is a Post or a message by it'],
	},
	ownEvents: {
		does: 'leaves out what the own account wrote',
		file: 'nodes/shared/events/ownEntries.ts',
		takeOut: ['return writer === me;', 'return false;'],
		test: ['test/unit/events/ownEntries.test.ts', 'is also what the older source delivers of it'],
	},
	gate: {
		does: 'keeps the list of those who said stop',
		file: 'nodes/shared/events/optOuts.ts',
		takeOut: ['else this.take(person, Number(second));', ''],
		test: ['test/unit/events/answering.test.ts', 'comes back as it was stored'],
	},
	dailyBudget: {
		does: 'counts what a day has cost',
		file: 'nodes/shared/ledger/day.ts',
		takeOut: ['this.counter.spend(micros, this.now());', ''],
		test: ['test/unit/ledger/ledger.test.ts', 'is never passed, gives back what was not needed'],
	},
	boundedQueue: {
		does: 'holds no more events than it may',
		file: 'nodes/XStreamTrigger/stream/boundedQueue.ts',
		takeOut: ['if (this.isClosed || this.isFull) return false;', 'if (this.isClosed) return false;'],
		test: ['test/unit/streamTrigger/memory.test.ts', 'starts all that it takes in order'],
	},
	hiddenFields: {
		does: 'makes the fields with secrets fields for passwords',
		file: 'nodes/shared/auth/parts.ts',
		takeOut: ['typeOptions: { password: true },', ''],
		test: ['test/unit/tree/promises.test.ts', 'shows no secret of a credential'],
	},
	renewal: {
		does: 'keeps a renewed pair of tokens apart from a stored older one',
		file: 'nodes/shared/auth/accessToken.ts',
		takeOut: ['storedPairs((await place?.read()) ?? credentials)', 'storedPairs(credentials)'],
		test: ['test/unit/credentials/renewals.test.ts', 'keep both pairs where one was stored'],
	},
	recipeMemory: {
		does: 'remembers behind a step what was done, or looks for it on X',
		file: 'examples/x-post-from-feed.json',
		takeOut: [
			'"Is it out?": { "main": [[{ "node": "Remember the entry", "type": "main", "index": 0 }]] }',
			'"Is it out?": { "main": [[]] }',
		],
		test: [
			'test/unit/tree/recipes.test.ts',
			'remembers behind what it does, so that a failed step is tried again',
		],
	},
	recipeBounds: {
		does: 'sets a bound in USD, and says it beside the node',
		file: 'examples/followers-sorted.json',
		takeOut: ['"options": { "maxCost": 5 }', '"options": {}'],
		test: ['test/unit/tree/recipes.test.ts', 'bounds what it reads in USD'],
	},
} satisfies Readonly<Record<string, Mechanism>>;

export type MechanismName = keyof typeof MECHANISMS;
