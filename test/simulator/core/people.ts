/** Users: lookups, search, the follow graph, mutes and blocks. */
import { forbidden } from '../frame';
import { onOff, refuse, type Answers, type Call } from './call';
import { listOf, put } from './state';

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
