import type { IDataObject } from 'n8n-workflow';

import type { Api } from '../api';
import { object, objects, text } from '../events/read';
import { ignoreNotFound } from '../platformReasons';
import type { ActivationContext, SourceHandler } from '../lifecycle';

const RULES = '/2/tweets/search/stream/rules';
const link = (webhookId: string) => `/2/tweets/search/webhooks/${encodeURIComponent(webhookId)}`;

/**
 * Rules of the filtered stream and the link that sends matching Posts to the webhook. Rules belong to the app: one
 * that is there already is used and stays when the workflow is switched off.
 * Source: filtered stream webhooks documentation.
 */
export const filteredStream: SourceHandler = {
	async apply(life, record, previous, undo) {
		const own = new Set(previous?.rules);
		const wanted = life.settings.sources.has('filteredStream') ? life.settings.rules : [];
		if (wanted.length === 0 && own.size === 0 && previous?.linked !== true) return;
		const there = await listRules(life.app);
		const isStale = ({ id, value, tag }: Rule) =>
			own.has(id) && !wanted.some((rule) => rule.value === value && rule.tag === tag);
		// First what is no longer wanted: the tag of a rule cannot be changed, and a value can be there only once.
		await deleteRules(
			life.app,
			there.filter(isStale).map(({ id }) => id),
		);
		const here = there.filter((rule) => !isStale(rule));
		record.rules.push(...here.filter(({ id }) => own.has(id)).map(({ id }) => id));
		const missing = wanted.filter(({ value }) => here.every((rule) => rule.value !== value));
		if (missing.length > 0) await addRules(life, record.rules, missing, undo);
		if (wanted.length > 0) await connectStream(life, record, previous?.linked === true, undo);
		else if (previous?.linked === true) await unlink(life.app, previous.webhookId);
	},

	async remove(life, record) {
		if (record.linked) {
			await unlink(life.app, record.webhookId);
			record.linked = false;
		}
		await deleteRules(life.app, record.rules);
		record.rules = [];
	},

	async isComplete(life, record) {
		if (!life.settings.sources.has('filteredStream')) return true;
		const [rules, linked] = [await listRules(life.app), await linkOf(life.app, record.webhookId)];
		return (
			linked !== undefined &&
			life.settings.rules.every(({ value }) => rules.some((rule) => rule.value === value))
		);
	},
};

async function addRules(
	life: ActivationContext,
	ids: string[],
	missing: Array<{ value: string; tag?: string }>,
	undo: Array<() => Promise<unknown>>,
): Promise<void> {
	const answer = object(await life.app.request('POST', RULES, { body: { add: missing } }));
	const added = objects(answer.data).flatMap((rule) => text(rule.id) ?? []);
	ids.push(...added);
	undo.push(async () => await deleteRules(life.app, added));
	if (added.length >= missing.length) return;
	const reasons = objects(answer.errors).map((problem) =>
		[text(problem.title), text(problem.value), text(problem.detail)]
			.filter((said) => said !== undefined)
			.join(': '),
	);
	throw life.fail(
		`The platform did not accept ${missing.length - added.length} of ${missing.length} stream rules`,
		reasons.join('; ') || "Check the rules' operators and length",
	);
}

async function connectStream(
	life: ActivationContext,
	record: { webhookId: string; linked: boolean },
	wasOurs: boolean,
	undo: Array<() => Promise<unknown>>,
): Promise<void> {
	const there = await linkOf(life.app, record.webhookId);
	if (there !== undefined) {
		if (hasFields(there, life.settings.linkFields)) {
			record.linked = wasOurs;
			return;
		}
		if (life.settings.existingWebhook !== undefined) {
			life.warn(
				'The shared webhook is linked to the filtered stream with other fields; they stay as they are',
			);
			return;
		}
		// The fields of a link cannot be changed.
		await unlink(life.app, record.webhookId);
	}
	await life.app.request('POST', link(record.webhookId), { query: life.settings.linkFields });
	record.linked = true;
	undo.push(async () => await unlink(life.app, record.webhookId));
}

async function linkOf(app: Api, webhookId: string): Promise<IDataObject | undefined> {
	const answer = object(await app.request('GET', '/2/tweets/search/webhooks'));
	return objects(object(answer.data).links ?? answer.data).find(
		(entry) => text(entry.webhook_id) === webhookId,
	);
}

/** Fields come as `user.fields=username,name`, in samples cut at the commas. */
function hasFields(there: IDataObject, wanted: Record<string, string>): boolean {
	const entries: unknown = there.fields;
	const listed = Array.isArray(entries) ? entries.flatMap((entry: unknown) => text(entry) ?? []) : [];
	const found = new Map<string, Set<string>>();
	let name = '';
	for (const entry of listed.flatMap((said) => said.split(','))) {
		const [left = '', right] = entry.split('=');
		if (right !== undefined) name = left;
		const value = right ?? left;
		if (value !== '') found.set(name, (found.get(name) ?? new Set()).add(value));
	}
	const names = new Set([...found.keys(), ...Object.keys(wanted)]);
	return [...names].every((parameter) => {
		const values = (wanted[parameter] ?? '').split(',').filter((value) => value !== '');
		return (
			values.length === (found.get(parameter)?.size ?? 0) &&
			values.every((value) => found.get(parameter)?.has(value))
		);
	});
}

async function unlink(app: Api, webhookId: string): Promise<void> {
	await app.request('DELETE', link(webhookId)).catch(ignoreNotFound);
}

interface Rule {
	id: string;
	value: string;
	tag: string | undefined;
}

async function listRules(app: Api): Promise<Rule[]> {
	const found: Rule[] = [];
	const seen = new Set<string>();
	for (let token: string | undefined; ;) {
		const page = object(
			await app.request('GET', RULES, { query: { ...(token !== undefined && { pagination_token: token }) } }),
		);
		found.push(
			...objects(page.data).map(({ id, value, tag }) => ({
				id: text(id) ?? '',
				value: text(value) ?? '',
				tag: text(tag),
			})),
		);
		token = text(object(page.meta).next_token);
		if (token === undefined || seen.has(token)) return found;
		seen.add(token);
	}
}

async function deleteRules(app: Api, ids: string[]): Promise<void> {
	if (ids.length > 0) await app.request('POST', RULES, { body: { delete: { ids } } });
}
