/** Users: lookups, search, the follow graph, whom a user mutes and blocks. */
import { forbidden, refuse, type Answers, type Call } from './call';
import { add, listOf, remove } from './state';

const usersOf = (call: Call, relation: ReadonlyMap<string, string[]>, id: string) =>
	call.page(
		'users',
		(relation.get(id) ?? []).map((one) => call.user(one)),
	);

/** A user who is there and is not the caller. */
function other(call: Call, id: string, parameter = 'target_user_id'): string {
	if (id === call.me) refuse('You cannot do this to yourself.', { [parameter]: [id] });
	return call.user(id, parameter).id;
}

type Relation = 'muting' | 'blocking' | 'dmBlocking';
const mine = (call: Call, relation: Relation) => listOf(call.state[relation], call.me);

function unfollow(call: Call): { data: object } {
	const { state, me } = call;
	const targetId = call.user(call.path('target_user_id'), 'target_user_id').id;
	call.self('source_user_id');
	if (targetId === me) throw forbidden('You cannot unfollow yourself.');
	if (listOf(state.following, me).includes(targetId)) {
		remove(listOf(state.following, me), targetId);
		remove(listOf(state.followers, targetId), me);
	}
	return { data: { following: false } };
}

function follow(call: Call): { data: object } {
	const { state } = call;
	const me = call.self();
	const targetId = other(call, call.text('target_user_id'));
	if (state.users.get(targetId)?.protected) return { data: { following: false, pending_follow: true } };
	if (!listOf(state.following, me).includes(targetId)) {
		add(listOf(state.following, me), targetId);
		add(listOf(state.followers, targetId), me);
	}
	return { data: { following: true, pending_follow: false } };
}

const graph = (relation: 'followers' | 'following') => (call: Call) =>
	call.get('users', 'id', () => usersOf(call, call.state[relation], call.path('id')));

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
	'POST /2/users/{id}/following': follow,
	'DELETE /2/users/{source_user_id}/following/{target_user_id}': unfollow,
	'GET /2/users/{id}/muting': (call) => usersOf(call, call.state.muting, call.self()),
	'POST /2/users/{id}/muting': (call) => {
		call.self();
		add(mine(call, 'muting'), other(call, call.text('target_user_id')));
		return { data: { muting: true } };
	},
	'DELETE /2/users/{source_user_id}/muting/{target_user_id}': (call) => {
		call.self('source_user_id');
		remove(mine(call, 'muting'), other(call, call.path('target_user_id')));
		return { data: { muting: false } };
	},
	'GET /2/users/{id}/blocking': (call) => usersOf(call, call.state.blocking, call.self()),
	'POST /2/users/{id}/dm/block': (call) => {
		add(mine(call, 'dmBlocking'), other(call, call.path('id'), 'id'));
		return { data: { blocked: true } };
	},
	'POST /2/users/{id}/dm/unblock': (call) => {
		remove(mine(call, 'dmBlocking'), other(call, call.path('id'), 'id'));
		return { data: { blocked: false } };
	},
};
