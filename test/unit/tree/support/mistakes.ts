/**
 * Mistakes that a change of chat, credentials, guard and waiting could bring, each with the test that sees it:
 * `test/unit/tree/mistakes.test.ts` makes them.
 */
import type { TakenOut } from '../../../support/packageCopy';

/** Mistakes in a file that a file of tests sees. */
const of =
	(file: string, test: string) =>
	(part: string, instead: string, title: string, oneCase?: string): TakenOut => ({
		file: `nodes/${file}.ts`,
		takeOut: [part, instead],
		test: [`test/${test}.test.ts`, title, oneCase ?? title.split('%s')[0] ?? title],
	});

const FORGERY = 'unit/chat/forgery';
const KEYS = 'harness/chat/trustedKeys';
const SENDERS = 'harness/chat/groupSenders';
const IDENTITIES = 'harness/chat/identities';
const WAIT = 'harness/chat/wait';

const memory = of('shared/chat/trust/memory', 'unit/chat/memory');
const memoryOfKeys = of('shared/chat/trust/memory', KEYS);
const keyForged = of('shared/chat/trust/conversationKeys', FORGERY);
const keyTrusted = of('shared/chat/trust/conversationKeys', KEYS);
const rows = of('shared/chat/trust/publicKeys', FORGERY);
const senders = of('shared/chat/events/groupSenders', SENDERS);
const sendersOfKeys = of('shared/chat/events/groupSenders', KEYS);
const readForged = of('shared/chat/events/readEvent', FORGERY);
const readTrusted = of('shared/chat/events/readEvent', KEYS);
const writing = of('XChat/operations/writing', KEYS);
const writingTo = of('XChat/operations/writing', IDENTITIES);
const trust = of('XChat/resources/trust', IDENTITIES);
const waiting = of('XChat/waiting/respond', WAIT);
const answers = of('XChat/waiting/question', WAIT);
const renewal = of('shared/auth/accessToken', 'unit/credentials/renewals');
const policy = of('shared/guard/policy', 'unit/guard/policy');
const guard = of('shared/http/withGuard', 'harness/core/guard');
const media = of('shared/chat/cipher/secretstream', 'unit/chat/witness');

const FUTURE = 'remembers no version of the future, which nothing would ever be newer than';
const REPLACED = 'knows keys that were replaced, as long as X shows the newer ones';
const ACCEPTED = 'accepts another fingerprint in a higher version, and nothing else';
const FORGOTTEN = 'forgets whom a person forgets, also where an older memory is added';
const AHEAD = 'that is more than a day ahead is neither read nor written with, which is said';
const SAME_VERSION =
	'that %s adds under the version that was used proves nothing, and nothing is written with it';
const USED_BEFORE = 'that was used before is not gone back from, when X no longer shows it';
const OUT_OF_PLACE = 'of another conversation, of a stranger, or in the clear is left out, and said';
const KEY_OF_STRANGER = 'a key that a stranger adds opens nothing that is believed';
const REMOVED = 'a key of a removed member, %s, is not believed';
const ADDITION = 'an addition %s makes nobody a member';
const OF_VERSION = 'whose signature is of version "%s" is verified: %s';
const OF_KEY_VERSION = 'whose signature is of version %s makes its messages verified: %s';
const QUOTATION = 'that %s is verified: %s';
const CHANGED = 'that changed stops writing until it is accepted';
const DECIDED = 'is listed, accepted by its fingerprint and forgotten with Trust';
const FUTURE_WRITES = 'ends no writing by times of the future, which a clock or a damaged memory gave';

export const MISTAKES: readonly TakenOut[] = [
	memory('if (isAhead(version, this.now())) return;', '', FUTURE),
	memory('if (isAhead(keys.version, this.now())) return;', '', FUTURE),
	of('shared/chat/trust/conversationId', 'unit/chat/memory')('now + DAY', 'now + 1000 * DAY', FUTURE),
	memory(
		': !isNewer(version, known)) return;',
		': false) return;',
		'never goes back from a key, also when an older memory is added',
	),
	memory('each.mark === mark && each.version === version', 'each.mark === mark', REPLACED),
	memory("all().some((each) => each.mark === newest.mark) ? 'replaced' : 'changed'", "'replaced'", REPLACED),
	memory('&& isNewer(version, each.version)', '', ACCEPTED),
	memory('each.fingerprint !== fingerprint && ', '', ACCEPTED),
	memory('since > this.forgottenAt(id)', 'since > 0', FORGOTTEN),
	memory('this.forgotten.set(userId, this.now());', '', FORGOTTEN),
	memory(
		'newestFirst([{ mark, fingerprint, version, since }, ...others])',
		'[...others, { mark, fingerprint, version, since }]',
		'knows who had which keys',
	),
	memory(
		'if (workflow === this.workflow) change(memory);',
		'if (memory === this.memory) change(memory);',
		'what is decided holds in the triggers of the workflow as well, and in no other workflow',
	),
	keyTrusted(
		"if (!mayBeIn(conversation, event.sender_id ?? '')) return;",
		'',
		'that a stranger adds to a conversation of two is passed over',
	),
	keyTrusted(
		'return void this.missing.set(version, { missing: TOO_FAR_AHEAD });',
		'this.missing.delete(version);',
		AHEAD,
	),
	keyForged(
		'if (found.verdict.verified === false) {',
		'if (found.version === "") {',
		'that was slipped in under another name opens nothing, and nothing is written with it',
	),
	keyForged('key?.length === 32 ? key : undefined', 'key', 'has 32 bytes'),
	keyForged(
		'!signsKey(signature.signature_version)',
		'false',
		OF_KEY_VERSION,
		'whose signature is of version 5 makes',
	),
	of('shared/chat/trust/conversationKeys', SENDERS)(
		'this.publicKeys.verdict(signer, signature, text).verified !== true',
		'false',
		ADDITION,
		'an addition of a member that was changed on its way',
	),
	rows('!isAccepted(signature.signature_version)', 'false', OF_VERSION, 'of version "1" is verified'),
	rows(
		'isBound ? { key, identity } : undefined',
		'{ key, identity }',
		'is one whose two halves belong together',
	),
	rows(
		'isSigned(key, signature.signature, signed)',
		'true',
		'is verified by the public key that X has, not by one that it brings along',
	),
	rows(
		'if (wrong !== undefined) throw',
		'if (wrong === "") throw',
		'cannot be deleted by a deletion whose list was put together anew',
	),
	rows('const OLDEST_VERSION = 2', 'const OLDEST_VERSION = 0', OF_VERSION, 'of version "1" is verified'),
	rows(
		'const KEY_CHANGE_VERSION = 6',
		'const KEY_CHANGE_VERSION = 0',
		OF_KEY_VERSION,
		'whose signature is of version 5 makes',
	),
	rows(
		'bytes !== undefined && verify',
		'verify',
		'whose signature is cut, longer or no Base64 is not verified',
	),
	senders('this.present.has(signerOf(key)) || memory.hasUsed(conversation, key)', 'true', KEY_OF_STRANGER),
	memoryOfKeys(
		'this.keys.get(conversation) === `${version} ${signer}`',
		'this.newestKey(conversation) === version',
		SAME_VERSION,
		'that a stranger adds under',
	),
	sendersOfKeys(
		'[...others, ...this.certain]',
		'[...this.certain, ...others]',
		SAME_VERSION,
		'that a removed member adds under',
	),
	sendersOfKeys(
		'!isNewer(remembered, key.version)',
		'isNewer(key.version, remembered)',
		SAME_VERSION,
		'that a removed member adds under',
	),
	sendersOfKeys(
		'each.version === version && each.key.equals(key)',
		'each.version === version',
		SAME_VERSION,
		'that a removed member adds under',
	),
	senders(
		'isNamed || before.handedTo.includes(signer)',
		'true',
		REMOVED,
		'made after the group got one without them',
	),
	senders(
		'this.hasEarlier || this.certain.some((other) => signerOf(other) === signer)',
		'true',
		REMOVED,
		'made after the group got one without them',
	),
	senders(
		'!this.present.has(sender) && this.isLate(event, key)',
		'false',
		REMOVED,
		'said to be older than that',
	),
	senders(
		'isNamed && !(isNewer(remembered, before.version) && !isNewer(remembered, key.version))',
		'isNamed',
		'a key of a removed member does not count where X no longer shows the key that came before it',
	),
	senders(' && signer === signerOf(key)', '', ADDITION, 'an addition that a stranger has signed'),
	sendersOfKeys(
		'this.group.keys.keyIn(event)',
		'undefined',
		SAME_VERSION,
		'that a removed member adds under',
	),
	senders('if (used && !this.accepts(used))', 'if (used && this.people.size === 0)', KEY_OF_STRANGER),
	senders(
		'if (!this.people.has(sender))',
		"if (sender === '')",
		'a message of a stranger who has the key is left out, and one of who has left is not',
	),
	senders('if (members.length === 0)', 'if (members.length < 0)', 'no one is doubted where X'),
	readTrusted('isUnused ? TOO_FAR_AHEAD : open?.problem', 'open?.problem', AHEAD),
	readTrusted('if (!this.isExpected(id)) return wrong', "if (id === '') return wrong", OUT_OF_PLACE),
	readTrusted('sender !== undefined && !mayBeIn(id, sender)', "sender === ''", OUT_OF_PLACE),
	readForged(
		'verdict.verified === true && ofKey.verified !== true ? ofKey : verdict',
		'verdict',
		OF_KEY_VERSION,
		'whose signature is of version 5 makes',
	),
	readForged(
		'original.conversation_id !== event.conversation_id',
		'original.conversation_id === undefined',
		QUOTATION,
		'that is of another conversation is verified',
	),
	readForged(
		'preview.sender_id === original.sender_id &&',
		'',
		QUOTATION,
		'that names another sender is verified',
	),
	readForged(
		'event.sender_id === original.sender_id &&',
		'',
		QUOTATION,
		'that is of an edit by the other one is verified',
	),
	readForged(
		'return isOfKey ? verdict : unknown(NOT_FOR_READER);',
		'return verdict;',
		'proves the making of a group that was %s: %s',
	),
	writing(
		'if (verified.length === 0)',
		'if (verified.length < 0)',
		'whose signature is of an older version is not written with',
	),
	writing('if (seen !== undefined && isNewer(seen, version))', "if (seen === '')", USED_BEFORE),
	writing('rememberKey(call, open, made.version);', '', USED_BEFORE),
	writing(
		'if (all.includes(signerOf(key)) || (page.group && (await isKeyOfGroup(page.group, all, key)))) return key;',
		'return key;',
		'that a stranger adds to a group stops writing',
	),
	writing(
		'?? 0) + 1n',
		'?? 0) + 0n',
		'that a member planted ahead of the time is passed by Rotate Keys, also with what a run has stored',
	),
	writingTo(
		'if (own && isNewer(own.version, writer.version))',
		"if (own?.version === '')",
		'of the own account with newer keys is said to be one’s own',
	),
	writingTo('if (refused.length > 0) throw', 'if (refused.length < 0) throw', CHANGED),
	writingTo(' && wanted.includes(each.fingerprint)', '', CHANGED),
	writingTo(
		'memory.mayAccept(each) && wanted',
		'wanted',
		'that X takes back is changed, stops writing and cannot be accepted',
	),
	trust('if (!known && !memory.mayAccept(wanted))', 'if (known && !known)', DECIDED),
	trust('each?.fingerprint === fingerprint', 'each !== undefined', DECIDED),
	of('shared/chat/trust/session', 'harness/chat/messages')(
		'if (given.version !== undefined && given.version !== version)',
		'if (given.version === "")',
		'refuses keys %s',
		'refuses keys of another version than is said',
	),
	waiting(
		'question.key === key &&',
		'',
		'is not decided by a link %s',
		'is not decided by a link of an earlier question of the same node',
	),
	waiting(
		'Date.now() < (question.expiresAt ?? Infinity) &&',
		'',
		'ends the links, also before n8n has noticed',
	),
	waiting(
		'!isAnswered(question);',
		'true;',
		'is decided once, though its button is pressed again while n8n begins to go on',
	),
	waiting(
		".method === 'POST'",
		'.method !== undefined',
		'is not decided by opening its links, nor by opening one again',
	),
	answers('isChoice && given.some', 'false && given.some', 'does not take %s of %j', 'does not take field-2'),
	answers(
		'given.some((each) => each.length > MOST)',
		'false',
		'of %s is asked for again',
		'of too much is asked for again',
	),
	answers(
		'value="${escape(choice)}"${isChecked}',
		'value="${choice}"${isChecked}',
		'shows every text that a person wrote as a text, the values of choices too',
	),
	of('shared/auth/refused', 'unit/credentials/renewals')(
		'disableFollowRedirect: true,',
		'',
		'a renewal follows no redirect: the refresh token is in its body',
	),
	renewal(
		"\t\thanded.get(credentials)?.place?.id ?? '',\n\t]",
		'\t]',
		'what was renewed goes to no other credential, though all that was entered is the same',
	),
	of('shared/auth/accessToken', 'harness/accessToken')(
		"\t\tfield(credentials, 'clientSecret'),\n",
		'',
		'that is used up opens nothing where the client secret is another',
	),
	policy('Math.min(time, now)', 'time', FUTURE_WRITES),
	policy(
		".replace(/\\p{Default_Ignorable_Code_Point}/gu, '')",
		'',
		'knows a text again that people see as the same: %j',
		'knows a text again that people see as the same',
	),
	policy(
		'if (this.writes.count(now) >= writesPerDay)',
		'if (writesPerDay < 0)',
		'lets none of 10,000 random writes pass a rule, over restarts',
	),
	policy(' && minute * MINUTE <= now + DAY', '', FUTURE_WRITES),
	policy('.max(MOST)', '', 'takes no stored count that is damage, and says so'),
	guard('admitted?.undo()', 'admitted?.toString()', 'forgets a write that X refused'),
	guard(
		'if (rules.dryRun === true) return this.rehearse',
		'if (rules.writesPerDay === 0) return this.rehearse',
		'shows the request, its price and what the guard says, and writes nothing',
	),
	media(
		'if (!timingSafeEqual(tag, frame.subarray(frame.length - TAG)))',
		'if (tag.length === 0)',
		'every flipped bit is refused, and every end that is missing',
	),
	media(
		'opened.kind !== (frame === count - 1 ? FINAL : MESSAGE)',
		'opened.kind > 3',
		'a file that ends without its last frame is refused, goes on after it, or changes its key on the way',
	),
	of('shared/http/fetchFile', 'unit/http/fetchFile')(
		'(mayBePrivate || !isPrivateAddress(target.hostname))',
		'true',
		'is not fetched from %s at any step, unless the credential leads to such an address',
		'is not fetched from localhost at any step',
	),
];
