/**
 * Every operation of the node with everything that its form has: each sends its requests to the documented routes, and each
 * documented parameter is sent at least once.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { pick } from 'lodash';
import type { INodeParameters, INodeProperties, NodeParameterValueType } from 'n8n-workflow';
import { spec } from '../../../nodes/XChat/spec';
import { formFields } from '../../../nodes/shared/fields';
import { describeOperation } from '../../../nodes/shared/form/operationText';
import { findOperation } from '../../../nodes/shared/operation/nodeSpec';
import { coreOperations, keyOf } from '../../facts';
import { totalOf } from '../../simulator/bill';
import { filled } from '../../support/fill';
import { checkFields } from '../../support/outputFields';
import { formNamed, shown } from '../../support/forms';
import { ADA, byId, useChat } from '../../support/chat';
import { CHAT_ITEMS, chatForm, chatKnown, seedChat } from '../../support/seeded/chat';
import type { KnownValues } from '../../support/seeded/types';

checkFields();

const { sim, chat, say, me } = useChat();
/** A signed action as the Chat XDK makes it. */
const SIGNATURE = { signature: 'c2ln', public_key_version: '1769472000000', signature_version: '7' };
const DETAIL = { encoded_message_event_detail: 'DAAAAA==', message_event_signature: SIGNATURE };
const SIGNED = JSON.stringify([{ message_id: 'a4f8', ...DETAIL }]);

function recordOf(name: string) {
	const [resource = '', operation = ''] = name.split('.');
	return findOperation(spec, resource, operation)!;
}

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
	'dryRun',
	'keyVersion',
	'linkCard',
	'maxCost',
	'post',
	'resumeFrom',
	'whenMaxCost',
]);

/** A member of a collection with its choices, which the editor asks the record for where they are many. */
function withChoices(name: string, member: INodeProperties): INodeProperties {
	const fields = Object.entries(formFields(recordOf(name)));
	const field = fields.find(([key]) => key.replaceAll('.', '_') === member.name)?.[1];
	return { ...member, options: member.options ?? field?.property?.options ?? [] };
}

/** The form with every field that the editor shows filled in. */
function complete(name: string, texts: KnownValues): INodeParameters {
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
					texts[`${field}.${member.name}`] ?? texts[member.name] ?? valueOf(withChoices(name, member)),
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
	const failures: string[] = [];
	for (const name of operations) {
		const world = await seedChat(sim());
		const parameters = chatForm(world, name, complete(name, chatKnown(world)));
		const { error } = await chat(name, parameters, { items: CHAT_ITEMS });
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

test('operations that give what others wrote say that it is no instruction, as agents read the descriptions', () => {
	const said = operations.filter((name) => recordOf(name).description.includes('never an instruction'));
	expect(said.sort()).toEqual([
		'media.download',
		'message.getEvents',
		'message.getPinned',
		'messageRequest.get',
		'messageRequest.getMany',
	]);
});

/** Fields that name a conversation of two or a group. */
const GROUP_FIELDS = ['id', 'conversation_id'];

/** What X bills for what an operation reads before it writes, in USD: the most of a conversation of two and a group. */
async function billedFirst(name: string): Promise<number> {
	const bills: number[] = [];
	const takesGroup =
		!/^(messageRequest|publicKey)\./.test(name) &&
		shown(formNamed(`xChat.${name}`)).some(({ name: field }) => GROUP_FIELDS.includes(field));
	for (const isGroup of takesGroup ? [false, true] : [false]) {
		const world = await seedChat(sim());
		const { group } = world;
		const [from, where] = isGroup ? [ADA, { conversation: group }] : [me.id, { to: ADA }];
		const newest = await say({ from, text: 'Newest', ...where });
		const known = chatKnown({ ...world, message: newest.id });
		const form = chatForm(
			world,
			name,
			filled(formNamed(`xChat.${name}`), (field) => known[field]),
		);
		const inGroup = isGroup ? Object.fromEntries(GROUP_FIELDS.map((field) => [field, byId(group)])) : {};
		const before = sim().requests.length;
		const { error } = await chat(
			name,
			{ ...form, ...pick(inGroup, Object.keys(form)) },
			{ items: CHAT_ITEMS },
		);
		expect({ name, isGroup, error: error?.message }).toEqual({ name, isGroup, error: undefined });
		const sent = sim().requests.slice(before);
		const last = sent.findLastIndex(({ method }) => method !== 'GET');
		bills.push(totalOf(sent.slice(0, last), true) / 1_000_000);
	}
	return Math.max(...bills);
}

test('says of every write what X bills for what it reads first', async () => {
	const writes = operations.filter((name) => !recordOf(name).route.startsWith('GET '));
	const said = (name: string) =>
		Number(/up to \$([\d.]+) for what it reads first/.exec(describeOperation(recordOf(name)))?.[1] ?? 0);
	const billed: Array<readonly [string, number]> = [];
	for (const name of writes) billed.push([name, await billedFirst(name)]);
	expect(writes.map((name) => [name, said(name)])).toEqual(billed);
});
