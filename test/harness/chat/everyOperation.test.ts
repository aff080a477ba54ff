/**
 * Every operation of the node with everything that its form has: each sends its requests to the documented routes, and each
 * documented parameter is sent at least once.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { pick } from 'lodash';
import type { INodeParameters, INodeProperties, NodeParameterValueType } from 'n8n-workflow';
import { spec } from '../../../nodes/XChat/spec';
import { coreOperations, keyOf } from '../../facts';
import { ME } from '../../simulator/identities';
import { filled } from '../../support/fill';
import { checkFields } from '../../support/outputFields';
import { formNamed, shown } from '../../support/forms';
import { byId, useChat } from '../../support/chat';

checkFields();

const { sim, chat, say, control, held } = useChat();
const ADA = '4400000000000000001';
const BOB = '4400000000000000002';

const BINARY = { data: { data: 'cGljdHVyZQ==', mimeType: 'image/png', fileName: 'a.png' } };
const ITEMS = [{ json: { marker: '1111' }, binary: BINARY }];

/** A signed action as the Chat XDK makes it. */
const SIGNATURE = { signature: 'c2ln', public_key_version: '1769472000000', signature_version: '7' };
const DETAIL = { encoded_message_event_detail: 'DAAAAA==', message_event_signature: SIGNATURE };
const SIGNED = JSON.stringify([{ message_id: 'a4f8', ...DETAIL }]);

/** Names of fields that take more than any text. */
const known = (group: string, message: string): Readonly<Record<string, NodeParameterValueType>> => ({
	path: '/2/chat/settings',
	emoji: '👍',
	user_ids: BOB,
	ids: ADA,
	group_members: ADA,
	group_admins: ADA,
	group_avatar_url: 'https://example.com/a.png',
	decrypted_avatar_url: 'https://example.com/a.png',
	invite_code: 'aB3dE6gH9j',
	invite_url: `https://x.com/i/chat/group_join/${group}/aB3dE6gH9j`,
	validity_duration_msec: '86400000',
	validity_expiry_timestamp_msec: '1800000000000',
	affiliate_user_id: ADA,
	target: message,
	sequence_ids: message,
	seen_until_sequence_id: message,
	group_name: 'Team',
	group_description: 'Us',
	binaryPropertyName: 'data',
	'additionalFields.file': 'data',
	'options.file': 'ndjson',
});

/** A value for a field of a collection: whatever it offers first. */
function valueOf({
	type,
	options = [],
	typeOptions,
	default: usual,
}: INodeProperties): NodeParameterValueType {
	if (type === 'options') return (options[0] as { value: string }).value;
	if (type === 'multiOptions')
		return options.flatMap((option) => ('value' in option ? [String(option.value)] : []));
	if (type === 'boolean') return true;
	if (type === 'number') return Number(usual) || typeOptions?.minValue || 1;
	return type === 'json' ? SIGNED : '1111';
}

const LEFT_OUT = new Set([
	'assumedPrice',
	'keyVersion',
	'linkCard',
	'maxCost',
	'post',
	'resumeFrom',
	'whenMaxCost',
]);

/** The form with every field that the editor shows filled in. */
function complete(name: string, texts: ReturnType<typeof known>): INodeParameters {
	const form = formNamed(`xChat.${name}`);
	const top = filled(form, (field) => texts[field]);
	const collections = shown(form).filter(
		({ name: field, type }) => type === 'collection' && !LEFT_OUT.has(field),
	);
	const members = collections.map(({ name: field, options = [] }) => [
		field,
		Object.fromEntries(
			(options as INodeProperties[])
				.filter((member) => !LEFT_OUT.has(member.name) && `${field}.${member.name}` !== 'options.file')
				.map((member) => [
					member.name,
					texts[`${field}.${member.name}`] ?? texts[member.name] ?? valueOf(member),
				]),
		),
	]);
	return { ...top, ...(Object.fromEntries(members) as INodeParameters) };
}

const NOT_DESCRIBED = 'no public page says what stands in it, and X’s own clients send without it';

/** Documented parameters that are not sent, each with its reason. */
const UNSENT: Readonly<Record<string, string>> = {
	'POST /2/chat/conversations/group: base64_encoded_key_rotation': NOT_DESCRIBED,
	'POST /2/chat/conversations/{id}/keys: base64_encoded_key_rotation': NOT_DESCRIBED,
	'PUT /2/chat/conversations/{id}: base64_encoded_key_rotation': NOT_DESCRIBED,
	'PUT /2/chat/conversations/{id}: conversation_participant_keys':
		'a new key is a step of its own: Rotate Keys',
	'PUT /2/chat/conversations/{id}: rotated_pmk_bundle': NOT_DESCRIBED,
};

/** What the requests contained, by route: names in the path, the query and the body. */
function told(): Map<string, Set<string>> {
	const all = new Map<string, Set<string>>();
	for (const { method, route, query, body } of sim().requests) {
		const key = keyOf(`${method} ${route ?? ''}`);
		const names = all.get(key) ?? new Set<string>();
		for (const name of Object.keys(query)) names.add(name);
		for (const name of Object.keys(body ?? {})) names.add(name);
		all.set(key, names);
	}
	return all;
}

const operations = spec.resources.flatMap(({ value, operations: records }) =>
	Object.keys(records).map((name) => `${value}.${name}`),
);

test('reaches every documented route of chat, and sends every documented parameter', async () => {
	for (const person of [ADA, BOB]) held().talker(person);
	const failures: string[] = [];
	for (const name of operations) {
		const names = { title: 'Team', avatarUrl: 'https://example.com/a.png' };
		const { id: group = '' } = await control('group', { by: ME.id, members: [ME.id, ADA], ...names });
		const said = await say({ from: ME.id, to: ADA, text: 'Hello' });
		const photo = await say({ from: ADA, to: ME.id, text: 'Photo', file: 'aGVsbG8=', name: 'a.png' });
		await say({ from: ADA, conversation: group, text: 'Hello' });
		await say({ from: BOB, to: ME.id, text: 'May I?', isRequest: true });
		const other = byId(name.startsWith('messageRequest.') ? BOB : ADA);
		const filledIn = complete(name, known(group, said.id));
		const parameters = {
			...filledIn,
			...pick(
				{
					group_id: byId(group),
					conversation_id: other,
					id: name.startsWith('publicKey.') ? byId(ME.id) : other,
				},
				Object.keys(filledIn),
			),
			...(name === 'media.download' && { media_hash_key: photo.hash ?? '' }),
		};
		const { error } = await chat(name, parameters, { items: ITEMS });
		if (error) failures.push(`${name}: ${error.message} ${error.description ?? ''}`);
	}
	const heard = told();
	const lacking = coreOperations()
		.filter(({ path }) => path.startsWith('/2/chat/') || path.endsWith('/public_keys'))
		.flatMap(({ route, parameters, body, paging }) => {
			const names = heard.get(keyOf(route));
			if (!names) return [`${route}: not reached`];
			const documented = [...parameters.filter((each) => each.in === 'query'), ...(body?.fields ?? [])];
			return documented
				.filter(({ name, alias = name }) => name !== paging?.request && !names.has(name) && !names.has(alias))
				.map(({ name }) => `${route}: ${name}`);
		});
	expect(failures).toEqual([]);
	expect(lacking.filter((line) => !(line in UNSENT))).toEqual([]);
	expect(Object.keys(UNSENT).filter((line) => !lacking.includes(line))).toEqual([]);
});
