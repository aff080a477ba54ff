/** This file describes the streams of X, one record each. */
import { omit } from 'lodash';
import type { IDataObject } from 'n8n-workflow';
import { activityEvent, streamEvent } from '../../shared/events/activityEvent';
import type { XEvent } from '../../shared/events/event';
import { entities } from '../../shared/model/entities';
import { compositeId, id, isoTime } from '../../shared/model/delivered';
import { isObject, object, objects, text } from '../../shared/util/lenient';
import type { StreamSelection } from '../sharing/sharedStream';

/** The fields to request from streams that offer a choice. Without a choice, X sends little more than an ID. */
type Chooses = 'posts' | 'likes';

interface StreamKind {
	readonly name: string;
	readonly action: string;
	readonly description: string;
	/** https://docs.x.com/x-api/stream/stream-filtered-posts and its neighbours. */
	readonly path: `/2/${string}`;
	/** Its name in the list of an app's connections: https://docs.x.com/x-api/connections/introduction */
	readonly endpoint?: string;
	readonly partitions?: number;
	readonly chooses?: Chooses;
	readonly events: (body: IDataObject) => XEvent[];
}

const CONTRACT = 'Needs an Enterprise contract.';

const posts = (source: string) => (body: IDataObject) => [
	{ ...omit(streamEvent(body), 'matchingRules'), source, eventType: 'post.create', nativeType: 'post' },
];

const likes = (source: string) => (body: IDataObject) => {
	const payload = object(body.data);
	const eventId = id(payload);
	return [
		{
			eventType: 'like.create',
			nativeType: 'like',
			source,
			eventId,
			userId: undefined,
			createdAt: isoTime(payload.created_at, payload.timestamp_ms),
			payload,
			...(isObject(body.includes) && { includes: body.includes }),
			key: eventId === undefined ? undefined : `like|${eventId}`,
		},
	];
};

/** Reads messages of one kind each: `{ data: { delete: { tweet: { id }, event_at } } }`. */
const notices = (source: string) => (body: IDataObject) =>
	objects(body.data).flatMap((data) =>
		Object.entries(data).map(([kind, content]): XEvent => {
			const payload = object(content);
			const about = object(payload.tweet ?? payload.user ?? payload.favorite);
			const edited = objectId(payload);
			const eventId = compositeId(kind, edited ?? id(about), payload.event_at);
			return {
				eventType: `${source}.${kind}`,
				nativeType: kind,
				source,
				eventId,
				userId: text(about.author_id ?? about.user_id) ?? (payload.user ? id(about) : undefined),
				createdAt: isoTime(payload.event_at),
				payload,
				key: eventId === undefined ? undefined : `${source}|${eventId}`,
			};
		}),
	);

/** The list of an edited Post's versions ends with the newest. */
const objectId = ({ edit_tweet_ids: ids }: IDataObject): string | undefined =>
	Array.isArray(ids) ? text(ids.at(-1)) : undefined;

const firehose = (language: string, code: string, partitions: number): StreamKind => ({
	name: `Post in ${language} (Firehose)`,
	action: `On every post in ${language} (Enterprise)`,
	description: `Every public Post in ${language}, in ${partitions} parts. ${CONTRACT}`,
	path: `/2/tweets/firehose/stream/lang/${code}`,
	endpoint: `firehose_stream_lang_${code}`,
	partitions,
	chooses: 'posts',
	events: posts(`firehose.${code}`),
});

export const STREAMS = {
	filteredStream: {
		name: 'Post Matches a Rule',
		action: 'On a post that matches a rule',
		description: 'Posts that match rules, within seconds. $0.005 for each Post delivered.',
		path: '/2/tweets/search/stream',
		endpoint: 'filtered_stream',
		chooses: 'posts',
		events: (body) => [streamEvent(body)],
	},
	activity: {
		name: 'Activity of Users',
		action: 'On activity of users',
		description:
			'What users do and what happens to them: Posts, mentions, likes, follows, Direct Messages, chats. $0.001 to $0.01 each.',
		path: '/2/activity/stream',
		events: (body) => objects(body.data).map(activityEvent),
	},
	sample: {
		name: 'Sample of Posts (1%)',
		action: 'On one in a hundred posts (Enterprise)',
		description: `About 1% of all public Posts. ${CONTRACT}`,
		path: '/2/tweets/sample/stream',
		endpoint: 'sample_stream',
		chooses: 'posts',
		events: posts('sample'),
	},
	sample10: {
		name: 'Sample of Posts (10%)',
		action: 'On one in ten posts (Enterprise)',
		description: `About 10% of all public Posts, in 2 parts. ${CONTRACT}`,
		path: '/2/tweets/sample10/stream',
		endpoint: 'sample10_stream',
		partitions: 2,
		chooses: 'posts',
		events: posts('sample10'),
	},
	firehose: {
		name: 'Post (Firehose)',
		action: 'On every post (Enterprise)',
		description: `Every public Post, in 20 parts. ${CONTRACT}`,
		path: '/2/tweets/firehose/stream',
		endpoint: 'firehose_stream',
		partitions: 20,
		chooses: 'posts',
		events: posts('firehose'),
	},
	firehoseEn: firehose('English', 'en', 8),
	firehoseJa: firehose('Japanese', 'ja', 2),
	firehoseKo: firehose('Korean', 'ko', 2),
	firehosePt: firehose('Portuguese', 'pt', 2),
	likesFirehose: {
		name: 'Like (Firehose)',
		action: 'On every like (Enterprise)',
		description: `Every public like, in 20 parts. ${CONTRACT}`,
		path: '/2/likes/firehose/stream',
		endpoint: 'likes_firehose_stream',
		partitions: 20,
		chooses: 'likes',
		events: likes('likes'),
	},
	likesSample10: {
		name: 'Sample of Likes (10%)',
		action: 'On one in ten likes (Enterprise)',
		description: `About 10% of all public likes, in 2 parts. ${CONTRACT}`,
		path: '/2/likes/sample10/stream',
		endpoint: 'likes_sample10_stream',
		partitions: 2,
		chooses: 'likes',
		events: likes('likes'),
	},
	postCompliance: {
		name: 'Post Compliance',
		action: 'On a post that must be deleted or changed (Enterprise)',
		description: `Posts that were deleted, withheld or edited, in 4 parts. ${CONTRACT}`,
		path: '/2/tweets/compliance/stream',
		endpoint: 'tweets_compliance_stream',
		partitions: 4,
		events: notices('postCompliance'),
	},
	userCompliance: {
		name: 'User Compliance',
		action: 'On a user whose data must be deleted or changed (Enterprise)',
		description: `Accounts that were protected, suspended, deleted or changed, in 4 parts. ${CONTRACT}`,
		path: '/2/users/compliance/stream',
		endpoint: 'users_compliance_stream',
		partitions: 4,
		events: notices('userCompliance'),
	},
	likeCompliance: {
		name: 'Like Compliance',
		action: 'On a like that must be deleted (Enterprise)',
		description: `Likes that were taken back. ${CONTRACT}`,
		path: '/2/likes/compliance/stream',
		endpoint: 'likes_compliance_stream',
		events: notices('likeCompliance'),
	},
	postLabel: {
		name: 'Post Label',
		action: 'On a label of a post (Enterprise)',
		description: `Notices that X shows with Posts. ${CONTRACT}`,
		path: '/2/tweets/label/stream',
		endpoint: 'tweet_label_stream',
		events: notices('postLabel'),
	},
} as const satisfies Record<string, StreamKind>;

type StreamName = keyof typeof STREAMS;

export const streamNamed = (name: StreamName): StreamKind => STREAMS[name];

/** Returns the names of the streams that pass a test, for the conditions of the form. */
export const streamsWhere = (test: (stream: StreamKind) => boolean): StreamName[] =>
	(Object.keys(STREAMS) as StreamName[]).filter((name) => test(streamNamed(name)));

/** The parameter for the fields of a like: https://docs.x.com/x-api/stream/stream-all-likes */
const LIKE_FIELDS = 'like_with_tweet_author.fields';
const LIKE = ['created_at', 'id', 'liked_tweet_author_id', 'liked_tweet_id', 'timestamp_ms'];

/** Returns the fields to request if the form chooses none. */
export function defaultSelection({ chooses }: StreamKind): StreamSelection {
	if (chooses === 'posts') return { [entities.post.fieldsParam]: entities.post.simplifiedFields };
	return chooses === 'likes' ? { [LIKE_FIELDS]: LIKE } : {};
}
