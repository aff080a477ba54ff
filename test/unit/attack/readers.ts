/** The readers of bytes that strangers write, each with honest bytes, and what makes hostile ones of them. */
import { gzipSync } from 'node:zlib';
import { Readable } from 'node:stream';
import { noop } from 'lodash';
import { EventReader, parseEvent } from '../../../nodes/shared/chat/events/readEvent';
import { entitiesIn } from '../../../nodes/XChat/operations/attachments';
import { imageSize, movieHeader } from '../../../nodes/shared/chat/events/mediaHeader';
import { decryptMedia } from '../../../nodes/shared/chat/cipher/secretstream';
import { NotOpened } from '../../../nodes/shared/chat/cipher/boxes';
import { PublicKeys } from '../../../nodes/shared/chat/trust/publicKeys';
import { FailureError } from '../../../nodes/shared/errors';
import { classify } from '../../../nodes/shared/errors/classify';
import { requestProblems } from '../../../nodes/shared/engine/requestProblems';
import { readBody } from '../../../nodes/shared/model/delivered';
import { wait } from '../../../nodes/shared/util/wait';
import { FileProblem } from '../../../nodes/XCatalog/files/row';
import { fileRows, type FileFormat } from '../../../nodes/XCatalog/files/rows';
import { entriesIn } from '../../../nodes/XAdsAnalytics/report/entries';
import { NoFile, TooLarge, textOf } from '../../../nodes/XAdsAnalytics/report/resultFile';
import { WrongAnswer } from '../../../nodes/XAdsAnalytics/report/rows';
import { readArticle } from '../../../nodes/XCore/operations/articleContent';
import { cutText } from '../../../nodes/XCore/operations/threadText';
import { StreamConnection } from '../../../nodes/XStreamTrigger/stream/connection';
import { fits, streamOnlyOperator } from '../../../nodes/XStreamTrigger/search/ruleText';
import { contents, newKey, Person, relayed } from '../../simulator/chat/person';
import { sealMedia } from '../../simulator/chat/cipher';
import { hostileText, pick } from './hostile';

/** A reader of bytes that strangers write. */
export interface Reader {
	/** The files of nodes/ that take these bytes apart. */
	readonly files: readonly string[];
	/** What honest ones look like. */
	readonly honest: ReadonlyArray<string | Buffer>;
	/** Hostile ones for which a pattern took seconds once. */
	readonly dear?: readonly string[];
	readonly read: (bytes: Buffer) => unknown;
	/** Its own errors. */
	readonly refuses?: ReadonlyArray<abstract new (...given: never[]) => Error>;
	/** The most bytes that reach it. */
	readonly longest?: number;
	/** The most that 100 kB cost, in multiples of the calculation. */
	readonly most?: number;
	/** The longest turn of the event loop, if it is more than 50 ms, which are 2.5 multiples, or close to it. */
	readonly turn?: number;
}

/** The length of an input that `most` is for. */
export const LONGEST = 100_000;
const [ada, me] = [new Person('11', '1000'), new Person('22', '1001')];
const key = newKey('5000');
const secret = Buffer.alloc(32, 7);

const relay = (action: Parameters<typeof relayed>[0]) =>
	relayed(action, '11', '11:22', '1', 1_700_000_000_000);
/** Gives bytes in pieces, as a file comes. */
function* pieces(bytes: Buffer): Generator<Buffer> {
	for (let at = 0; at < bytes.length; at += 64 * 1024) yield bytes.subarray(at, at + 64 * 1024);
}
const drained = async (rows: AsyncIterable<unknown>) => {
	let count = 0;
	for await (const row of rows) count += row === undefined ? 0 : 1;
	return count;
};
const file = (
	format: FileFormat | undefined,
	honest: Reader['honest'],
	files: readonly string[],
	dear: readonly string[] = [],
): Reader => ({
	files: ['nodes/XCatalog/files/container.ts', ...files],
	honest,
	dear,
	read: async (bytes) => await drained(fileRows(Readable.from(pieces(bytes)), format)),
	refuses: [FileProblem],
	most: 4.5,
});

const CSV = 'id,title,price\n1,"a ""quoted"" b",1.00 EUR\n2,"c\nd",2\n';
const XML =
	'<rss><channel><item><g:id>1</g:id><title>a &amp; b</title><p name="x">1</p></item></channel></rss>';
const LINE = '{"id":"1234567890123456789","n":12345678901234567,"title":"a"}\n';
const RULE = '(from:ada OR "two words"~3) -is:retweet lang:en point_radius:[1 2 3km] has:links';

/** The page of a reader of chats. */
function readChat(bytes: Buffer): void {
	const publicKeys = new PublicKeys();
	publicKeys.set('11', [ada.row]);
	const reader = new EventReader(publicKeys, undefined);
	const event = parseEvent(bytes.toString('base64'));
	if (!event) return;
	reader.learn([event]);
	reader.read(event);
}

/** One connection, whose bytes come at once. */
async function readStream(bytes: Buffer): Promise<void> {
	const connection = new StreamConnection(
		{
			open: async () => await Promise.resolve(Readable.from(pieces(bytes))),
			now: Date.now,
			ticks: () => performance.now(),
			wait,
		},
		{
			onOpened: noop,
			onConnected: noop,
			onAlive: noop,
			onEvent: noop,
			onUnreadable: noop,
			onRetry: () => ended.abort(),
			onRefused: noop,
		},
	);
	const ended = new AbortController();
	await connection.run(ended.signal);
}

/** Damaged bytes are an error of zlib in Node.js 20, and in later versions a TypeError, which jest has twice. */
function asDamaged(error: unknown): never {
	const { code = '', name } = error as NodeJS.ErrnoException;
	throw code.startsWith('Z_') || name === 'TypeError' ? new TypeError('damaged') : error;
}

export const READERS: Readonly<Record<string, () => Reader>> = {
	CSV: () => file('csv', [CSV, 'sep=;\na;b\n1;2\n'], ['nodes/XCatalog/files/csv.ts']),
	TSV: () =>
		file(
			'tsv',
			[CSV.replaceAll(',', '\t')],
			['nodes/XCatalog/files/csv.ts'],
			[`a\tb\n"${'\t'.repeat(90_000)}"\n`],
		),
	XML: () => file('xml', [XML], ['nodes/XCatalog/files/xml.ts'], [`${'<!--a-->'.repeat(20)}${XML}`]),
	'JSON lines': () => file('jsonl', [LINE, `[${LINE}]`], ['nodes/shared/util/exactJson.ts']),
	'a JSON list': () =>
		file('jsonl', [`{"data":{"items":[${LINE},${LINE}]}}`], ['nodes/shared/util/exactJson.ts']),
	gzip: () => file(undefined, [gzipSync(CSV), gzipSync(XML)], ['nodes/shared/util/gunzip.ts']),
	'events of a chat': () => ({
		files: ['nodes/shared/chat/wire/thrift.ts'],
		honest: [
			relay(ada.message('11:22', key, contents.text('Hello'))),
			relay(ada.keyChange('11:22', [ada, me], key)),
			relay(ada.deletion('11:22', ['1', '2'])),
		],
		read: readChat,
	}),
	'files of a chat': () => ({
		files: ['nodes/shared/chat/cipher/secretstream.ts'],
		honest: [sealMedia(secret, Buffer.from('Hello'))],
		read: async (bytes) => await decryptMedia(secret, bytes),
		refuses: [NotOpened],
	}),
	'texts of a chat': () => ({
		files: ['nodes/XChat/operations/attachments.ts'],
		honest: ['Hello @ada #news $TSLA https://example.com/a?b=c'],
		read: (bytes) => entitiesIn(bytes.toString('utf8').slice(0, 10_000)),
		longest: 10_000,
	}),
	'heads of images': () => ({
		files: ['nodes/shared/chat/events/mediaHeader.ts'],
		honest: [
			Buffer.from('89504e470d0a1a0a0000000d4948445200000010000000100802000000', 'hex'),
			Buffer.from('ffd8ffe000104a46494600010100000100010000ffc0001108001000100301', 'hex'),
			Buffer.from('RIFF\x20\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\x0f\0\0\x0f\0\0', 'latin1'),
			Buffer.from('GIF89a\x10\0\x10\0', 'latin1'),
		],
		read: imageSize,
	}),
	'heads of videos': () => ({
		files: ['nodes/shared/chat/events/mediaHeader.ts'],
		honest: [Buffer.from('000000106674797069736f6d00000000000000106d6f6f76000000087472616b', 'hex')],
		read: movieHeader,
	}),
	'Markdown of an article': () => ({
		files: ['nodes/XCore/markdown/document.ts', 'nodes/XCore/operations/articleContent.ts'],
		honest: ['# A\n\n**b** [c](https://d.example) ~~e~~\n\n> - f\n\n| g |\n|---|\n\n![h](1)\n\n&amp; <i>'],
		read: (bytes) => readArticle(bytes.toString('utf8')),
		// Measured are up to 27 where nothing else runs: n8n gets a turn between the blocks.
		most: 30,
	}),
	'texts of a thread': () => ({
		files: ['nodes/XCore/operations/threadText.ts', 'nodes/XCore/operations/postLength.ts'],
		honest: ['Hello. Some words, 👍🏽 and https://example.com/a! More of them?\n\nEnd'],
		read: (bytes) => cutText(bytes.toString('utf8'), 280),
		longest: 25_000,
		most: 24,
		// A text is cut in one turn: measured are 1.1 to 2.3 in a process as large as n8n.
		turn: 5,
	}),
	'texts of rules': () => ({
		files: [],
		honest: [RULE],
		read: (bytes) => [
			streamOnlyOperator(bytes.toString('utf8')),
			fits(bytes.toString('utf8'), { text: 'two words', lang: 'en' }, {}),
		],
		longest: 2_048,
		most: 60,
	}),
	'lines of a stream': () => ({
		files: ['nodes/XStreamTrigger/stream/lines.ts'],
		// Each line that is no JSON is an error of its own.
		most: 30,
		honest: [LINE, '\r\n{"errors":[{"title":"a"}]}\r\n'],
		read: readStream,
	}),
	deliveries: () => ({
		files: ['nodes/shared/util/exactJson.ts'],
		honest: [LINE, '{"for_user_id":"1","tweet_create_events":[{"id":1234567890123456789}]}'],
		read: readBody,
	}),
	refusals: () => ({
		files: ['nodes/shared/engine/requestProblems.ts', 'nodes/shared/errors/readBody.ts'],
		honest: [
			'{"errors":[{"message":"The `id` query parameter value [x] is not one of [a,b]","parameters":{"id":["x"]}}]}',
			'<html><title>502</title></html>',
		],
		read: (bytes) => requestProblems(new FailureError(classify({ status: 400, headers: {}, body: bytes }))),
	}),
	'results of a report': () => ({
		files: ['nodes/XAdsAnalytics/report/resultFile.ts', 'nodes/shared/util/gunzip.ts'],
		honest: [
			'{"data":[{"id":"a","id_data":[{"segment":null,"metrics":{"clicks":[1]}}]}]}',
			gzipSync('{"data":[{"id":"a","id_data":[{"segment":null,"metrics":{}}]}]}'),
		],
		read: async (bytes) =>
			await drained(entriesIn(textOf(Readable.from(pieces(bytes)), 10_000_000))).catch(asDamaged),
		// A damaged file is downloaded again, and so is an empty one.
		refuses: [WrongAnswer, NoFile, TooLarge, SyntaxError, TypeError],
	}),
};

/** Files that look at characters of the node's own or of its user's, or hand over to a reader of the table. */
export const NO_READERS: Readonly<Record<string, string>> = {
	'nodes/XChat/waiting/question.ts': 'one unseen character at a time of what a tool would do',
	'nodes/XCatalog/formats/ownMapping.ts': 'the mapping in the form',
	'nodes/XCatalog/sync/values.ts': 'sums of values that were read',
	'nodes/XStreamTrigger/sharing/registry.ts': 'numbers that the node drew',
	'nodes/XStreamTrigger/stream/seenEvents.ts': 'digests that the node made',
	'nodes/shared/http/openStream.ts': 'a refusal, cut off at its bound; the row is refusals',
	'nodes/shared/util/text.ts': 'the ends of a text, and one character at a time of what is sent',
};

/** One input: honest bytes with parts that were repeated, cut, damaged, mixed or replaced. */
export function attacked(random: () => number, { honest, longest = LONGEST }: Reader): Buffer {
	const whole = () => Buffer.from(pick(random, honest));
	let bytes = whole();
	const place = () => Math.floor(random() * (bytes.length + 1));
	for (let change = 0; change < 1 + random() * 4; change++) {
		const [from, to] = [place(), place()].sort((a, b) => a - b) as [number, number];
		const kind = random();
		const part = bytes.subarray(from, Math.min(to, from + 1 + Math.floor(random() * 12)));
		if (kind < 0.45 && part.length > 0) {
			const count = Math.floor((longest - bytes.length) / part.length);
			const repeated = Buffer.concat(Array<Buffer>(Math.max(1, count)).fill(part));
			bytes = Buffer.concat([
				bytes.subarray(0, from),
				repeated,
				random() < 0.5 ? bytes.subarray(from) : whole(),
			]);
		} else if (kind < 0.6) bytes = bytes.subarray(0, from);
		else if (kind < 0.75) {
			bytes = Buffer.from(bytes);
			for (let flip = 0; flip < 3 && bytes.length > 0; flip++)
				bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
		} else {
			const given = kind < 0.9 ? Buffer.from(hostileText(random)) : whole();
			bytes = Buffer.concat([bytes.subarray(0, from), given, bytes.subarray(from)]);
		}
	}
	return bytes.subarray(0, longest);
}
