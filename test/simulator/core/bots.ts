/** Accounts of programs: https://docs.x.com/xchat/bots */
import { wrongParameter } from '../frame';
import { ME } from '../identities';
import type { Answers } from './call';
import { addUser, userByName } from './state';

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
