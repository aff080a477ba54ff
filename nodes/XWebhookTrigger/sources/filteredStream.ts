import { uniq } from 'lodash';

import { ignoreNotFound } from '../../shared/errors';
import { ask } from '../../shared/events/ask';
import { withMark, withoutMark } from '../../shared/events/mark';
import { addRules, deleteRules, idsOf, listRules, type Rule } from '../../shared/events/streamRules';
import type { Api } from '../../shared/http/connection';
import { encodeRfc3986 } from '../../shared/util/encode';
import { object, objects, text } from '../../shared/util/lenient';
import { refuse } from '../context';
import type { Rollback, WebhookSource, WebhookSourceContext } from './source';

const LINKS = '/2/tweets/search/webhooks';
const linkPath = (webhookId: string) => `${LINKS}/${encodeRfc3986(webhookId)}`;

/**
 * Rules of the filtered stream, and the link that sends matching Posts to the webhook. Rules belong to the app: an
 * existing one is used, and stays when the workflow is unpublished.
 *
 * @see https://docs.x.com/x-api/webhooks/stream/quickstart
 */
export const filteredStream: WebhookSource = {
	async ensure(context, record, previous, undo) {
		const { app, settings, recognition } = context;
		const own = new Set(previous?.rules);
		const desired = settings.sources.has('filteredStream') ? settings.rules : [];
		const isNeeded = desired.length > 0 || own.size > 0 || previous?.linked === true;
		const present = isNeeded ? await listRules(app) : await listRules(app).catch(() => []);
		for (const rule of present) if (recognition.isOwn(rule)) own.add(rule.id);
		const isStale = ({ id, value, tag }: Rule) =>
			own.has(id) && !desired.some((rule) => rule.value === value && rule.tag === withoutMark(tag));
		// Deleted before any is added, because a value can exist only once and a rule's tag cannot be changed.
		await deleteRules(app, idsOf(present.filter(isStale)));
		const kept = present.filter((rule) => !isStale(rule));
		record.rules.push(...idsOf(kept.filter(({ id }) => own.has(id))));
		const missing = desired.filter(({ value }) => kept.every((rule) => rule.value !== value));
		const marked = missing.map(({ value, tag }) => ({ value, tag: withMark(tag, recognition.mark) }));
		const added = idsOf((await addRules(app, marked, refuse)).added);
		record.rules.push(...added);
		undo.push(async () => await deleteRules(app, added));
		// At the node's own address, this node made the link, unless others share the webhook.
		const isOwnAddress = settings.existingWebhook === undefined && recognition.isSole;
		if (desired.length > 0)
			await connectStream(context, record, previous?.linked === true || isOwnAddress, undo);
		else if (previous?.linked === true) await unlink(app, previous.webhookId);
	},

	async findOwn({ app, recognition }, record) {
		const ids = idsOf((await listRules(app)).filter((rule) => recognition.isOwn(rule)));
		record.rules = uniq([...record.rules, ...ids]);
		if (record.linked || record.created || record.webhookId === '' || !recognition.isSole) return;
		record.linked = (await linkOf(app, record.webhookId)) !== undefined;
	},

	async remove({ app }, record) {
		if (record.linked) {
			await unlink(app, record.webhookId);
			record.linked = false;
		}
		await deleteRules(app, record.rules);
		record.rules = [];
	},

	async isComplete({ app, settings }, record) {
		if (!settings.sources.has('filteredStream')) return true;
		const [rules, link] = [await listRules(app), await linkOf(app, record.webhookId)];
		return (
			link !== undefined && settings.rules.every(({ value }) => rules.some((rule) => rule.value === value))
		);
	},
};

async function connectStream(
	{ app, settings, warn }: WebhookSourceContext,
	record: { webhookId: string; linked: boolean },
	wasOurs: boolean,
	undo: Rollback,
): Promise<void> {
	const present = await linkOf(app, record.webhookId);
	if (present !== undefined) {
		if (hasFields(present.fields, settings.linkFields)) {
			record.linked = wasOurs;
			return;
		}
		if (settings.existingWebhook !== undefined) {
			warn('The shared webhook is linked to the filtered stream with other fields; they stay as they are');
			return;
		}
		// The fields of a link cannot be changed.
		await unlink(app, record.webhookId);
	}
	const query = Object.entries(settings.linkFields);
	await app.send({ method: 'POST', path: linkPath(record.webhookId), query });
	record.linked = true;
	undo.push(async () => await unlink(app, record.webhookId));
}

/** The webhook's link to the stream. X's list of links has had two shapes. */
async function linkOf(app: Api, webhookId: string) {
	const { data } = await ask(app, { method: 'GET', path: LINKS });
	return objects(object(data).links ?? data).find((link) => text(link.webhook_id) === webhookId);
}

/** Whether a link has the fields. X shows them as `user.fields=username,name`, in samples split at the commas. */
function hasFields(fields: unknown, desired: Readonly<Record<string, string>>): boolean {
	const found = new Set<string>();
	let parameter = '';
	for (const entry of (Array.isArray(fields) ? fields : []).flatMap((each) =>
		(text(each) ?? '').split(','),
	)) {
		const [left = '', right] = entry.split('=');
		if (right !== undefined) parameter = left;
		if ((right ?? left) !== '') found.add(`${parameter}=${right ?? left}`);
	}
	const names = Object.entries(desired).flatMap(([name, values]) =>
		values.split(',').map((value) => `${name}=${value}`),
	);
	return names.length === found.size && names.every((name) => found.has(name));
}

async function unlink(app: Api, webhookId: string): Promise<void> {
	await app.send({ method: 'DELETE', path: linkPath(webhookId) }).catch(ignoreNotFound);
}
