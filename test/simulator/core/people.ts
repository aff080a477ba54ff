/** Users: lookups, search, the follow graph, mutes and blocks; and accounts of programs, https://docs.x.com/xchat/bots. */
import { forbidden, wrongParameter } from '../frame';
import { onOff, refuse, type Answers, type Call } from './call';
import { addUser, listOf, put, userByName } from './state';
import { ME } from '../identities';

/** The user that an operation is about: there, and not the caller. */
function other(call: Call, parameter = 'target_user_id'): string {
	const id = call.target(parameter);
	if (id === call.me) refuse('You cannot do this to yourself.', { [parameter]: [id] });
	return call.user(id, parameter).id;
}

function follow(call: Call, following: boolean): object {
	const { state } = call;
	if (!following && call.target('target_user_id') === call.me)
		throw forbidden('You cannot unfollow yourself.');
	const [me, target] = [call.self(), other(call)];
	if (following && state.users.get(target)?.protected) return { following: false, pending_follow: true };
	put(listOf(state.following, me), target, following);
	put(listOf(state.followers, target), me, following);
	return { following, ...(following && { pending_follow: false }) };
}

const graph = (relation: 'followers' | 'following') => (call: Call) =>
	call.get('users', 'id', () => call.users(call.state[relation].get(call.path('id'))));

export const people: Answers = {
	'GET /2/users/me': (call) => call.one('users', call.user(call.me)),
	'GET /2/users': (call) => call.byIds('users', 'ids'),
	'GET /2/users/by': (call) => call.byIds('users', 'usernames'),
	'GET /2/users/{id}': (call) => call.get('users'),
	'GET /2/users/by/username/{username}': (call) => call.get('users', 'username'),
	'GET /2/users/search': (call) =>
		call.page(
			'users',
			call.matching(call.state.users.values(), (one) => `${one.name} ${one.username} ${one.description}`),
		),
	'GET /2/users/{id}/followers': graph('followers'),
	'GET /2/users/{id}/following': graph('following'),
	...onOff(
		'POST /2/users/{id}/following',
		'DELETE /2/users/{source_user_id}/following/{target_user_id}',
		follow,
	),
	'GET /2/users/{id}/muting': (call) => call.users(call.state.muting.get(call.self())),
	...onOff(
		'POST /2/users/{id}/muting',
		'DELETE /2/users/{source_user_id}/muting/{target_user_id}',
		(call, muting) => {
			put(listOf(call.state.muting, call.self()), other(call), muting);
			return { muting };
		},
	),
	'GET /2/users/{id}/blocking': (call) => call.users(call.state.blocking.get(call.self())),
	...onOff('POST /2/users/{id}/dm/block', 'POST /2/users/{id}/dm/unblock', (call, blocked) => {
		put(listOf(call.state.dmBlocking, call.me), other(call, 'id'), blocked);
		return { blocked };
	}),
};

const SCOPES = ['dm.read', 'dm.write', 'tweet.read', 'users.read', 'media.write'];

export const bots: Answers = {
	'GET /2/bots': (call) => call.users([...call.state.bots]),
	'POST /2/bots': (call) => {
		const { state, platform } = call;
		const username = call.text('handle');
		const taken = userByName(state, username);
		if (taken && !state.bots.has(taken.id)) throw wrongParameter('The handle is taken', 'handle');
		const id = taken?.id ?? platform.newId();
		const name = call.text('display_name') || username;
		if (!taken) addUser(state, { ...call.user(ME.id), id, username, name });
		state.bots.add(id);
		const { access_token: token } = platform.credentials.grant(id, SCOPES);
		return { data: { id, name, username, scopes: SCOPES, token: botToken(call, token) } };
	},
};

/** A bot has one token: a new one takes the place of the earlier ones. */
function botToken({ platform: { credentials } }: Parameters<Answers[string]>[0], issued: string): string {
	const granted = credentials.userTokens.get(issued);
	const token = `xcbot_${issued}`;
	credentials.userTokens.delete(issued);
	if (!granted) return token;
	for (const [known, { userId }] of credentials.userTokens)
		if (userId === granted.userId) credentials.userTokens.delete(known);
	credentials.userTokens.set(token, granted);
	return token;
}
