import { chatGroup } from '../../shared/chat/locators';
import { user, users } from '../../shared/core/locators';
import { selectionOf } from '../../shared/core/selections';
import { entities } from '../../shared/model/entities';
import { additional, flag, text, update } from '../../shared/fields';
import { many, op, tokenWithoutSize, resource } from '../../shared/operation/operation';
import { acceptedFingerprints, broughtSignatures, disappearAfter, read, write } from '../fields';
import { builtByNode, madeKey } from '../operations/message';
import { addMembers, createGroup, updateGroup } from '../operations/groups';
import { OPENS, SIGNS } from '../operations/tools';

const id = { ...chatGroup(), name: 'group_id' };

/**
 * A comma separates the parts of a signed text, so X refuses it within a part:
 * https://docs.x.com/xchat/cryptography-primer
 */
const WITHOUT_COMMA = { pattern: /^[^,]*$/, shape: 'without a comma, by which X Chat parts what is signed' };
const avatar = { label: 'Avatar URL', placeholder: 'e.g. https://example.com/team.png' };

const token = {
	...text({
		label: 'Invite Code',
		pattern: /^[\w-]{10}$/,
		shape: 'the 10 characters at the end of an invite link',
		placeholder: 'e.g. aB3dE6gH9j',
		description: 'The last part of the invite link',
	}),
	name: 'invite_code',
};

const msec = (label: string, description: string) =>
	text({
		label,
		description,
		pattern: /^\d{1,19}$/,
		shape: 'a number of milliseconds',
		placeholder: 'e.g. 86400000',
	});

/** Groups of X Chat: https://docs.x.com/xchat/groups */
export const groupResource = resource({
	value: 'group',
	defaultOperation: 'create',
	auth: [read, write],
	operations: {
		addAdmins: op({
			route: 'POST /2/chat/conversations/{id}/admins',
			action: 'Add admins to a group',
			description: 'Make members of a group its admins',
			fields: { id, user_ids: users({ label: 'Users' }), ...broughtSignatures },
		}),
		addMembers: op({
			route: 'POST /2/chat/conversations/{id}/members',
			action: 'Add members to a group',
			description:
				'Add members to a group, which gets a new key: they can read new messages only. Those who asked to join are approved. Needs the private keys.',
			fields: {
				id,
				user_ids: users({ label: 'Users' }),
				encrypted_title: builtByNode(),
				encrypted_avatar_url: builtByNode(),
				...madeKey,
			},
			readsFirst: OPENS,
			run: addMembers,
		}),
		approveAdmin: op({
			route: 'POST /2/chat/conversations/{id}/admin_requests/{user_id}/approve',
			name: 'Approve Admin Request',
			action: 'Approve a request to become an admin',
			description: 'Let a member become an admin of a group',
			body: 'always',
			fields: { id, user_id: user(), ...broughtSignatures },
		}),
		create: op({
			route: 'POST /2/chat/conversations/group',
			action: 'Create an encrypted group',
			description: 'Create a group with a key that all its members get. Needs the private keys.',
			fields: {
				group_members: users({ label: 'Members' }),
				...additional({
					group_admins: users({ label: 'Further Admins' }),
					group_avatar_url: text({ ...avatar, ...WITHOUT_COMMA }),
					group_description: text({ label: 'Description' }),
					group_name: text({
						...WITHOUT_COMMA,
						label: 'Name',
						description:
							'Name of the group, readable by X, as there is no key yet to encrypt it. Group: Update encrypts it.',
					}),
					ttl_msec: disappearAfter,
				}),
				conversation_id: builtByNode(),
				...madeKey,
			},
			readsFirst: SIGNS,
			run: createGroup,
		}),
		disableInvite: op({
			route: 'DELETE /2/chat/conversations/{id}/invite',
			name: 'Disable Invite Link',
			action: 'Disable the invite link of a group',
			description: 'Stop people from joining a group by its link',
			body: 'always',
			fields: { id, ...broughtSignatures },
		}),
		enableInvite: op({
			route: 'POST /2/chat/conversations/{id}/invite',
			name: 'Enable Invite Link',
			action: 'Enable an invite link for a group',
			description: 'Create a link to join a group, with texts that anyone can read',
			body: 'always',
			fields: {
				id,
				...additional({
					affiliate_user_id: user({ label: 'Affiliate User' }),
					decrypted_avatar_url: text({
						...avatar,
						max: 2048,
						pattern: /^https:\/\//,
						shape: 'an address that begins with https://',
					}),
					decrypted_title: text({
						label: 'Title',
						max: 1024,
						description: 'Shown to people who open the link',
					}),
					invite_url: text({
						pattern: /^https:\/\/x\.com\/i\/chat\/group_join\/g\d{1,19}\/[\w-]{10}$/,
						shape: 'an invite link of X Chat',
						placeholder: 'e.g. https://x.com/i/chat/group_join/g1880028106020515840/aB3dE6gH9j',
					}),
					validity_duration_msec: msec('Valid For (Milliseconds)', 'How long the link works'),
					validity_expiry_timestamp_msec: msec(
						'Valid Until (Milliseconds)',
						'When the link ends, in milliseconds since 1970',
					),
					welcome_message: text({ rows: 2, max: 1024, description: 'Shown first to people who join' }),
				}),
				...broughtSignatures,
			},
		}),
		getAdminRequests: op({
			route: 'GET /2/chat/conversations/{id}/admin_requests',
			action: 'Get the admin requests of a group',
			description: 'Get the members who ask to become admins',
			fields: { id, ...selectionOf('user') },
			paging: tokenWithoutSize(),
			result: many(entities.user),
		}),
		getInvite: op({
			route: 'GET /2/chat/conversations/{id}/invites/{token}',
			name: 'Get Invite Link',
			action: 'Get an invite link of a group',
			description: 'Get what a link leads to, and whether you are a member already',
			fields: { id, token },
		}),
		join: op({
			route: 'POST /2/chat/conversations/{id}/join_requests',
			name: 'Request to Join',
			action: 'Request to join a group',
			description: 'Ask to join a group by its invite link',
			fields: { id, token, ...broughtSignatures },
		}),
		rejectAdmin: op({
			route: 'POST /2/chat/conversations/{id}/admin_requests/{user_id}/reject',
			name: 'Reject Admin Request',
			action: 'Reject a request to become an admin',
			description: 'Turn down a member who asks to become an admin',
			body: 'always',
			fields: { id, user_id: user(), ...broughtSignatures },
		}),
		rejectJoin: op({
			route: 'POST /2/chat/conversations/{id}/join_requests/reject',
			name: 'Reject Join Requests',
			action: 'Reject requests to join a group',
			description: 'Turn down people who ask to join a group',
			fields: { id, user_ids: users({ label: 'Users' }), ...broughtSignatures },
		}),
		removeAdmins: op({
			route: 'POST /2/chat/conversations/{id}/admins/remove',
			action: 'Remove admins from a group',
			description: 'Turn admins of a group back into regular members',
			fields: { id, user_ids: users({ label: 'Users' }), ...broughtSignatures },
		}),
		removeMembers: op({
			route: 'POST /2/chat/conversations/{id}/members/remove',
			action: 'Remove members from a group',
			description:
				'Remove members from a group. They keep its current keys: run Rotate Keys afterwards, so that they cannot read new messages.',
			fields: { id, user_ids: users({ label: 'Users' }), ...broughtSignatures },
		}),
		requestAdmin: op({
			route: 'POST /2/chat/conversations/{id}/admin_requests',
			action: 'Request to become an admin of a group',
			description: 'Ask to become an admin of a group',
			body: 'always',
			fields: { id, ...broughtSignatures },
		}),
		update: op({
			route: 'PUT /2/chat/conversations/{id}',
			action: 'Update an encrypted group',
			description:
				'Change name, description or avatar of a group, encrypted with its newest key. Needs the private keys.',
			fields: {
				id,
				...update({
					group_avatar_url: text(avatar),
					group_description: text({ label: 'Description' }),
					group_name: text({ label: 'Name' }),
				}),
				conversation_key_version: builtByNode(),
				modified_fields: builtByNode(),
				...broughtSignatures,
				...acceptedFingerprints,
			},
			readsFirst: OPENS,
			run: updateGroup,
		}),
		updateAdminSettings: op({
			route: 'PUT /2/chat/conversations/{id}/admin_settings',
			action: 'Update what only admins of a group may do',
			description: 'Set what only admins of a group may do',
			fields: {
				id,
				...update({
					add_member: flag({ description: 'Whether only admins may add members' }),
					block_screen_capture: flag({ description: 'Whether only admins may block screenshots' }),
					edit_group_info: flag({ description: 'Whether only admins may change name and avatar' }),
					edit_message_ttl: flag({
						label: 'Edit Disappearing Messages',
						description: 'Whether only admins may set how long messages stay',
					}),
					send_message: flag({ description: 'Whether only admins may send messages' }),
					start_call: flag({ description: 'Whether only admins may start calls' }),
				}),
				...broughtSignatures,
			},
		}),
	},
});
