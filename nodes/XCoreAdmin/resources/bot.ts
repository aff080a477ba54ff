import { get } from 'lodash';
import { app, one, op, resource, type Values } from '../../shared/operation/operation';
import { additional, choice, id, list, text, update } from '../../shared/fields';
import { readManyNewer } from '../../shared/core/selections';

const HANDLE = {
	pattern: /^\w{5,15}$/,
	shape: 'a username of 5 to 15 letters, digits and underscores',
	placeholder: 'e.g. acme_helper',
};

const bot = id({ label: 'Bot ID' });

const scopes = list({
	placeholder: 'e.g. dm.read,dm.write,tweet.read,users.read',
	description:
		'What the token may do, separated by commas. Default: dm.read, dm.write, media.write, tweet.read and users.read.',
});

/** No public page says what X answers to a delete: an answer without this flag comes out as it is, with a hint. */
const deletedBot = (body: unknown, { id: of }: Values) =>
	get(body, 'data.deleted') === true ? [{ deleted: true, id: of }] : [];

/** Accounts for a project's own programs: https://docs.x.com/x-api/bots/get-bots */
export const botResource = resource({
	value: 'bot',
	defaultOperation: 'getMany',
	auth: app,
	operations: {
		create: op({
			route: 'POST /2/bots',
			action: 'Create a bot',
			description:
				'Create an account for a program. The output has its token, which X shows only once: store it right away. If the project has the bot already, its old token stops working.',
			fields: {
				handle: text({ label: 'Username', ...HANDLE }),
				...additional({ display_name: text({ min: 1, max: 50 }), scopes }),
			},
			result: one(),
		}),
		delete: op({
			route: 'DELETE /2/bots/{id}',
			action: 'Delete a bot',
			description: 'Delete the account of a bot for good, and revoke its tokens',
			fields: { id: bot },
			result: { isList: false, items: deletedBot },
		}),
		getMany: op({
			route: 'GET /2/bots',
			action: 'Get many bots',
			description: 'Get the bots of the project',
			...readManyNewer('user', {}),
		}),
		revokeToken: op({
			route: 'DELETE /2/bots/{id}/token',
			action: 'Revoke the token of a bot',
			description: 'Revoke the tokens of a bot; Rotate Token creates a new one',
			fields: { id: bot },
		}),
		rotateToken: op({
			route: 'POST /2/bots/{id}/token',
			action: 'Rotate the token of a bot',
			description:
				'Create a new token for a bot and revoke the earlier ones. X shows it only once, in this output: store it right away.',
			body: 'always',
			fields: { id: bot, ...additional({ scopes }) },
			result: one(),
		}),
		update: op({
			route: 'PUT /2/bots/{id}',
			action: 'Update a bot',
			description: 'Change the name of a bot, or who may message it',
			fields: {
				id: bot,
				...update({
					display_name: { ...text({ min: 1, max: 50 }), sendsEmpty: false },
					dm_permission: choice(
						{ everyone: 'Everyone', no_one: 'Nobody', premium: 'Accounts with Premium' },
						{ label: 'Who Can Message It', default: 'everyone' },
					),
					handle: { ...text({ label: 'Username', ...HANDLE }), sendsEmpty: false },
				}),
			},
		}),
	},
});
