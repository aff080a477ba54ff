/** This file reads the form's settings, and checks them before the node sends anything. */
import { omitBy, pick } from 'lodash';
import { NodeOperationError, type INode, type IPollFunctions } from 'n8n-workflow';
import {
	CREDENTIALS,
	kindInWords,
	withAccessToken,
	type CredentialKind,
} from '../shared/auth/credentialKinds';
import { ME } from '../shared/core/locators';
import type { OutputChoice } from '../shared/engine/output';
import { chosenKind, nodeParameters } from '../shared/engine/parameters';
import { chosenAnswering, type AnsweringRules } from '../shared/events/answering';
import { digestOf } from '../shared/events/eventDigests';
import { brokenOwnAccounts } from '../shared/events/ownAccounts';
import { failIfBroken, readForm } from '../shared/events/settings';
import type { Fields, Lookup, Values } from '../shared/operation/operation';
import { asText } from '../shared/util/text';
import type { TriggerEvent } from './events/event';
import { eventNamed } from './events/find';
import { EVENT_FIELDS } from './form';
import { GENERAL_FIELDS } from './generalFields';
import { spec } from './methods';

export interface PollSettings {
	readonly event: TriggerEvent;
	readonly kind: CredentialKind;
	readonly form: Values;
	readonly choice: OutputChoice;
	readonly joins: boolean;
	readonly emitLast: number;
	readonly answering: AnsweringRules;
	readonly ownAccounts: readonly string[];
	readonly maxCost: number | undefined;
	readonly digest: string;
}

/**
 * Reads and checks the form.
 *
 * @throws NodeOperationError that lists all mistakes, with the names of the form.
 */
export function readSettings(context: IPollFunctions): PollSettings {
	const source = nodeParameters(context);
	const node = context.getNode();
	const name = asText(source('event'));
	const event = eventNamed(name);
	if (!event) throw refused(node, `There is no event "${name}"`, 'Choose the event again');
	const kind = chosenKind(spec, source);
	checkKind(node, event, kind);
	const own: Fields = pick(EVENT_FIELDS, event.fields);
	const values = readForm(context, { ...own, ...GENERAL_FIELDS });
	const ofEvent: Values = pick(values, event.fields);
	if (kind === 'app' && 'user_id' in own && ofEvent.user_id === undefined)
		throw refused(
			node,
			'"User" is required with the credential of the app',
			'The app is no user. Name one, or choose the credential of a user. Nothing was sent.',
		);
	const { output = 'simplified', outputFields = [], options } = values;
	const { emitLast = 0, maxCost, includeAuthor, includeSender } = options ?? {};
	const wanted = omitBy(ofEvent, (_value, field) => own[field]?.place === 'form');
	const form = { ...wanted, ...pick(options, event.options ?? []) };
	const credential = node.credentials?.[CREDENTIALS[kind].type]?.id ?? '';
	const digest = digestOf(JSON.stringify([name, kind, credential, form]));
	const choice = { mode: output, fields: outputFields };
	// Selected Fields shows a user only if the fields name one.
	const isAskedFor = includeAuthor === true || includeSender === true;
	const joins = output === 'selectedFields' ? namesUser(choice) : isAskedFor;
	const answering = chosenAnswering(options ?? {});
	const { ownAccounts = [] } = options ?? {};
	failIfBroken(context, GENERAL_FIELDS, brokenOwnAccounts(ownAccounts, kind === 'app'));
	return { event, kind, form, choice, joins, emitLast, answering, ownAccounts, maxCost, digest };
}

const namesUser = ({ fields }: OutputChoice): boolean =>
	fields.some((field) => /^(author|sender)(\.|$)/.test(field.trim()));

/** Checks whether the account of the credential decides what the node reads or leaves out. */
export const dependsOnAccount = ({ event, kind, form, ownAccounts }: PollSettings): boolean => {
	const isEmpty = event.fields.includes('user_id') && form.user_id === undefined;
	const leavesOut = event.options?.includes('includeOwnPosts') === true && form.includeOwnPosts !== true;
	const isNamed = event.said !== undefined && ownAccounts.includes(ME);
	return kind !== 'app' && (event.needsMe === true || isEmpty || leavesOut || isNamed);
};

function checkKind(node: INode, { name, list }: TriggerEvent, kind: CredentialKind): void {
	const { kinds, scopes } = list.auth;
	const accepted = withAccessToken(kinds);
	if (accepted.includes(kind)) return;
	throw refused(
		node,
		`The event "${name}" does not work with ${kind in CREDENTIALS ? CREDENTIALS[kind].label : asText(kind)}`,
		`Set "Authentication" to ${accepted.map(kindInWords).join(' or ')}. With OAuth 2.0 it needs the scopes ${scopes.join(', ')}. Nothing was sent.`,
	);
}

const refused = (node: INode, message: string, description: string): NodeOperationError =>
	new NodeOperationError(node, message, { description, failure: { cause: 'configuration-invalid' } });

/** Resolves the form's values for the list, with IDs instead of usernames. */
export async function resolveForm(
	{ event, form }: PollSettings,
	lookup: Omit<Lookup, 'values'>,
	me: string | undefined,
): Promise<Values> {
	const resolved: Record<string, unknown> = { ...form, me };
	for (const name of event.fields) {
		const field: Fields[string] = EVENT_FIELDS[name];
		if (field.resolve) resolved[name] = await field.resolve(form[name], { ...lookup, values: resolved });
	}
	if (event.needsStart) resolved.since = Date.now();
	return resolved;
}
