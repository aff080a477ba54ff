/** Handles the rules and subscriptions of a node, which it knows by its record and by the mark in their tags. */
import { difference, uniq } from 'lodash';
import {
	ensureOnX,
	idsOf,
	reconcile,
	type Rollback,
	type Thing,
	type Things,
} from '../../shared/events/reconcile';
import {
	isTestAddress,
	type RecognisingContext,
	type SourceRecord,
	type WebhookSourceContext,
} from './source';

interface Kind<Found extends Thing, Wanted> {
	readonly name: 'rules' | 'subscriptions';
	readonly things: (context: WebhookSourceContext, record: SourceRecord) => Things<Found, Wanted>;
	readonly wanted: (context: WebhookSourceContext) => readonly Wanted[] | Promise<readonly Wanted[]>;
}

/** The parts of a source that rules and subscriptions share. */
export const ownThings = <Found extends Thing, Wanted>({ name, things, wanted }: Kind<Found, Wanted>) => ({
	async ensure(
		context: RecognisingContext,
		record: SourceRecord,
		previous: SourceRecord | undefined,
		undo: Rollback,
	) {
		const kind = things(context, record);
		const recorded = previous?.[name] ?? [];
		const owner = {
			wanted: await wanted(context),
			isOwn: (found: Found) =>
				context.recognition.isOwn(found) ||
				recorded.includes(found.id) ||
				(isTestAddress(record) && found.webhookId === record.webhookId),
		};
		// A plan without this source may refuse the list, and then there is nothing to remove either.
		const isNeeded = owner.wanted.length > 0 || recorded.length > 0;
		const list = async () => await kind.list().catch(isNeeded ? undefined : () => []);
		const ensured = await ensureOnX({ ...kind, list }, owner, undo);
		record[name].push(...idsOf(ensured.own));
		return ensured;
	},

	async findOwn(context: RecognisingContext, record: SourceRecord): Promise<void> {
		const own = (await things(context, record).list()).filter((each) => context.recognition.isOwn(each));
		record[name] = uniq([...record[name], ...idsOf(own)]);
	},

	async remove(context: WebhookSourceContext, record: SourceRecord): Promise<void> {
		await things(context, record).remove(record[name], (gone) => {
			record[name] = difference(record[name], gone);
		});
	},

	async isComplete(context: WebhookSourceContext, record: SourceRecord): Promise<boolean> {
		const needed = await wanted(context);
		if (needed.length === 0) return true;
		const kind = things(context, record);
		const comparison = { ...kind, wanted: needed, present: await kind.list(), isOwn: () => false };
		return reconcile(comparison).add.length === 0;
	},
});
