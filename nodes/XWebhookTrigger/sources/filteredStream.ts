import { ignoreNotFound } from '../../shared/errors';
import { ask } from '../../shared/events/ask';
import { withMark } from '../../shared/events/mark';
import type { Rollback } from '../../shared/events/reconcile';
import { streamRules, type Rule, type WantedRule } from '../../shared/events/streamRules';
import type { Api } from '../../shared/http/connection';
import { encodeRfc3986 } from '../../shared/util/text';
import { object, objects, text } from '../../shared/util/lenient';
import { refuse } from '../context';
import { ownThings } from './ownThings';
import type { WebhookSource, WebhookSourceContext } from './source';

const LINKS = '/2/tweets/search/webhooks';
const linkPath = (webhookId: string) => `${LINKS}/${encodeRfc3986(webhookId)}`;

const own = ownThings<Rule, WantedRule>({
	name: 'rules',
	things: ({ app }) => streamRules(app, refuse),
	wanted: ({ settings, mark }) =>
		settings.sources.has('filteredStream')
			? settings.rules.map(({ value, tag }) => ({ value, tag: withMark(tag, mark) }))
			: [],
});

/**
 * Rules of the filtered stream, and the link that sends Posts to the webhook. An existing rule is used, and stays:
 * https://docs.x.com/x-api/webhooks/stream/quickstart
 */
export const filteredStream: WebhookSource = {
	async ensure(context, record, previous, undo) {
		const { app, settings, recognition } = context;
		await own.ensure(context, record, previous, undo);
		// At the node's own address, this node made the link, unless others share the webhook.
		const isOwnAddress = settings.existingWebhook === undefined && recognition.isSole;
		if (settings.sources.has('filteredStream'))
			await connectStream(context, record, previous?.linked === true || isOwnAddress, undo);
		else if (previous?.linked === true) await unlink(app, previous.webhookId);
	},

	async findOwn(context, record) {
		await own.findOwn(context, record);
		if (record.linked || record.created || record.webhookId === '' || !context.recognition.isSole) return;
		record.linked = (await linkOf(context.app, record.webhookId)) !== undefined;
	},

	async remove(context, record) {
		if (record.linked) {
			await unlink(context.app, record.webhookId);
			record.linked = false;
		}
		await own.remove(context, record);
	},

	async isComplete(context, record) {
		if (!context.settings.sources.has('filteredStream')) return true;
		const link = await linkOf(context.app, record.webhookId);
		return link !== undefined && (await own.isComplete(context, record));
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

/** Finds the webhook's link to the stream. X's list of links has had two shapes. */
async function linkOf(app: Api, webhookId: string) {
	const { data } = await ask(app, { method: 'GET', path: LINKS });
	return objects(object(data).links ?? data).find((link) => text(link.webhook_id) === webhookId);
}

/** Returns whether a link has the fields. X shows them as `user.fields=username,name`, in samples split at the commas. */
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
