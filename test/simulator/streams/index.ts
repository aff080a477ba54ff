/**
 * Connections that stay open: streams with their keep-alives, errors inside of them and limits
 * (https://docs.x.com/x-api/fundamentals/consuming-streaming-data), and the routes that show and end connections
 * (https://docs.x.com/x-api/connections/introduction). Rules and subscriptions are those of the webhook side.
 */
import { documented, routesOf } from '../documented';
import { defineArea, ok, problem, Refusal, type Route, type SimRequest, type SimResponse } from '../frame';
import type { Platform } from '../platform';
import { webhooks } from '../webhooks';
import { StreamSimulator } from './facade';
import { counts, end, StreamsState, type Connection } from './state';

export { StreamSimulator } from './facade';

/** Path of each stream with its name among the connections. */
const ENDPOINTS: Readonly<Record<string, string>> = {
	'/2/tweets/search/stream': 'filtered_stream',
	'/2/activity/stream': 'activity_stream',
	'/2/tweets/sample/stream': 'sample_stream',
	'/2/tweets/sample10/stream': 'sample10_stream',
	'/2/tweets/firehose/stream': 'firehose_stream',
	'/2/tweets/firehose/stream/lang/en': 'firehose_stream_lang_en',
	'/2/tweets/firehose/stream/lang/ja': 'firehose_stream_lang_ja',
	'/2/tweets/firehose/stream/lang/ko': 'firehose_stream_lang_ko',
	'/2/tweets/firehose/stream/lang/pt': 'firehose_stream_lang_pt',
	'/2/likes/firehose/stream': 'likes_firehose_stream',
	'/2/likes/sample10/stream': 'likes_sample10_stream',
	'/2/tweets/compliance/stream': 'tweets_compliance_stream',
	'/2/users/compliance/stream': 'users_compliance_stream',
	'/2/likes/compliance/stream': 'likes_compliance_stream',
	'/2/tweets/label/stream': 'tweet_label_stream',
};

const streamRoutes: Route<StreamsState>[] = Object.entries(ENDPOINTS).map(([path, endpoint]) => ({
	...documented(`GET ${path}`),
	rateLimit: { limit: endpoint === 'activity_stream' ? 450 : 50, per: 'app' },
	handler: (state, request, platform) => connect(state, request, platform, endpoint),
}));

function connect(
	state: StreamsState,
	request: SimRequest,
	platform: Platform,
	endpoint: string,
): SimResponse {
	const { plan, connections: limits } = state.settings;
	if (plan && !plan.includes(endpoint)) {
		const why = { reason: 'client-not-enrolled', registration_url: 'https://developer.x.com/en/products' };
		const detail = 'The plan of this app does not include this stream.';
		throw new Refusal(problem(403, 'client-forbidden', 'Client Forbidden', detail, why));
	}
	for (const name of ['backfill_minutes', 'start_time', 'end_time'])
		if (request.query.has(name))
			throw new Refusal(
				problem(400, 'invalid-request', 'Invalid Request', `${name} needs Enterprise access.`),
			);
	if (endpoint === 'filtered_stream' && webhooks.state(platform).rules.size === 0) {
		const detail = 'Your app has no rules for the filtered stream.';
		const why = { connection_issue: 'RuleConfigurationIssue' };
		throw new Refusal(problem(409, 'streaming-connection', 'ConnectionException', detail, why));
	}
	const now = platform.clock.now();
	const present = state.connections.filter(
		(each) => each.endpoint === endpoint && each.appId === request.caller.appId && counts(each, now),
	);
	if (present.length >= (limits[endpoint] ?? 1)) throw new Refusal(tooMany);
	const headers = { date: new Date(now).toUTCString() };
	return { status: 200, headers, stream: (response) => open(state, request, endpoint, response) };
}

const tooMany = problem(
	429,
	'streaming-connection',
	'ConnectionException',
	'This stream is currently at the maximum allowed connection limit.',
	{ connection_issue: 'TooManyConnections' },
);

function open(
	state: StreamsState,
	{ caller, query }: SimRequest,
	endpoint: string,
	response: Connection['response'],
): void {
	const { clock } = state.platform;
	const connection: Connection = {
		id: state.platform.newId(),
		appId: caller.appId,
		endpoint,
		query,
		response,
		connectedAt: clock.now(),
		countsUntil: Infinity,
		silent: false,
	};
	state.connections.push(connection);
	response.on('close', () => {
		if (connection.endedAt !== undefined) return;
		connection.endedAt = clock.now();
		connection.countsUntil = clock.now() + state.settings.ghostMs;
	});
	const keepAlive = () => {
		if (connection.endedAt !== undefined) return;
		if (!connection.silent) response.write('\r\n');
		state.timers.at(clock.now() + state.settings.keepAliveMs, keepAlive);
	};
	state.timers.at(clock.now() + state.settings.keepAliveMs, keepAlive);
}

const shown = ({ id, endpoint, connectedAt, endedAt, reason }: Connection) => ({
	id,
	endpoint_name: endpoint,
	connected_at: new Date(connectedAt).toISOString(),
	client_ip: '192.0.2.7',
	...(endedAt !== undefined && {
		disconnected_at: new Date(endedAt).toISOString(),
		disconnect_reason: reason ?? 'ClientClosed',
	}),
});

/** A connection of another program of the same app, as long as no stream was opened here. */
const CONNECTION_ELSEWHERE: ReturnType<typeof shown> = {
	id: '11111111-2222-4333-8444-000000000000',
	endpoint_name: 'sample_stream',
	connected_at: '2026-11-20T08:00:00.000Z',
	client_ip: '192.0.2.9',
};

const connectionRoutes = routesOf<StreamsState>({
	'GET /2/connections': (state, { query, caller }, { clock }) => {
		const status = query.get('status') ?? 'active';
		const endpoints = query.get('endpoints')?.split(',');
		const found = state.connections.filter(
			(each) =>
				each.appId === caller.appId &&
				(status === 'all' || (status === 'active') === counts(each, clock.now())),
		);
		const all = state.connections.length > 0 ? found.map(shown) : [CONNECTION_ELSEWHERE];
		const data = all.filter((each) => endpoints?.includes(each.endpoint_name) ?? true);
		return ok({ ...(data.length > 0 && { data }), meta: { result_count: data.length } });
	},
	'DELETE /2/connections/{endpoint_id}': (state, { params, caller }, { clock }) => {
		const ended = state.connections.filter(
			(each) =>
				each.appId === caller.appId && each.endpoint === params.endpoint_id && counts(each, clock.now()),
		);
		for (const each of ended) {
			each.countsUntil = 0;
			end(state, each, 'ForceDisconnect');
		}
		const results = ended.map(({ id }) => ({ uuid: id, success: true }));
		return ok({ data: { successful_kills: ended.length, failed_kills: 0, results } });
	},
});

export const streams = defineArea<StreamsState>({
	name: 'streams',
	createState: (platform) => new StreamsState(platform),
	routes: [...streamRoutes, ...connectionRoutes],
	dispose: (state) => {
		state.timers.stop();
		for (const { response } of state.connections) response.destroy();
	},
});

/** The streams of one platform, for tests in the same process; they stay good over resets. */
export const streamSimulator = (platform: Platform): StreamSimulator =>
	new StreamSimulator(() => streams.state(platform));
