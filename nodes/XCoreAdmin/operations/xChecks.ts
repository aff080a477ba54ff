/** Checks what X shows an app of itself, all of it for free. */
import { get } from 'lodash';
import type { IDataObject } from 'n8n-workflow';
import { listSubscriptions } from '../../shared/events/activitySubscriptions';
import { FARES } from '../../shared/events/fares';
import { readMark } from '../../shared/events/mark';
import { storedForWorkflow } from '../../shared/memory/workflowMemory';
import { object, objects, text } from '../../shared/util/lenient';
import { DAY } from '../../shared/util/time';
import { fail, ok, unknown, unlessDenied, warn, type Check, type Finding, type Health } from './finding';
import { seen, shown } from './triggerChecks';

/** Used up to this part, a limit is near its end. */
const NEAR = 0.9;

/** Says how much of the project's cap is used up. */
export function postCap(usage: unknown): Finding {
	const { project_cap, project_usage, cap_reset_day } = object(usage);
	const [cap, used] = [Number(project_cap), Number(project_usage)];
	if (!(cap > 0)) return unknown('x', 'X names no cap');
	const said = `${used} of ${cap} Posts are read; it begins anew on day ${text(cap_reset_day) ?? '1'} of the month`;
	if (used >= cap) return fail('x', said, 'Until then X answers no more Posts');
	return used >= cap * NEAR ? warn('x', said, 'Read fewer Posts, or raise the cap') : ok('x', said);
}

const NO_APP = 'The credential has no part of an app: Use for Streams and Webhooks';

const ofApp =
	(look: (ask: NonNullable<Health['asApp']>, health: Health) => ReturnType<Check>): Check =>
	async (health) => {
		const { asApp } = health;
		if (asApp === undefined) return unknown('credential', `Not visible from here. ${NO_APP}`);
		return await unlessDenied(async () => await look(asApp, health));
	};

const listOf = (body: IDataObject): IDataObject[] => objects(body.data);

export const xChecks: Readonly<Record<string, Check>> = {
	Webhooks: ofApp(async (ask, health) => {
		const webhooks = listOf(await ask('/2/webhooks'));
		const named = (each: IDataObject) => text(each.url) ?? text(each.id) ?? '';
		const invalid = webhooks.filter(({ valid }) => valid !== true);
		if (invalid.length > 0)
			return fail(
				'x',
				`Invalid: ${invalid.map(named).join(', ')}`,
				'X delivers nothing there. See to it that the address is reached from the internet; the trigger has it validated within four minutes, Webhook → Validate at once',
			);
		if (webhooks.length === 0) return ok('x', 'None');
		const last = Math.max(0, ...seen(health).map(({ challengedAt = 0 }) => challengedAt));
		const said = last > 0 ? `was answered ${shown(last)} UTC` : 'is not visible from here';
		return ok('x', `Valid: ${webhooks.map(named).join(', ')}; the last challenge ${said}`);
	}),
	Subscriptions: ofApp(async (ask, { now, app }) => {
		const found = await listSubscriptions(await app());
		const known = listOf(await ask('/2/webhooks')).map(({ id }) => text(id));
		const lost = found.filter(({ webhookId: of }) => of !== undefined && !known.includes(of));
		if (lost.length > 0)
			return warn(
				'x',
				`${lost.length} of ${found.length} deliver nowhere: their webhook is gone`,
				'Publish the workflow that made them again, or delete them (Activity Subscription → Delete)',
			);
		const ends = found.flatMap(({ expires_at: end }) => Date.parse(end ?? '') || []);
		const next = Math.min(...ends);
		if (next < now + 3 * DAY)
			return warn(
				'x',
				`One ends at ${new Date(next).toISOString()}`,
				'Publish its workflow again after that',
			);
		return ok('x', found.length === 0 ? 'None' : `${found.length}`);
	}),
	'Stream Rules': ofApp(async (ask) => {
		const rules = listOf(await ask('/2/tweets/search/stream/rules'));
		const own = rules.filter(({ tag }) => readMark(text(tag)) !== undefined);
		return ok('x', rules.length === 0 ? 'None' : `${rules.length}, of them ${own.length} of n8n`);
	}),
	Streams: ofApp(async (ask, { call }) => {
		const [first] = listOf(await ask('/2/connections'));
		if (first !== undefined)
			return ok('x', `Connected: ${text(first.endpoint_name) ?? 'a stream'}`, '', {
				since: Date.parse(text(first.connected_at) ?? '') || undefined,
			});
		const here = storedForWorkflow(call.context, FARES);
		const isWanted = Object.values(here).some((each) => get(each, 'trigger') === 'X Stream Trigger');
		return isWanted
			? fail('x', 'None is connected', 'Look for the reason in the executions of X Stream Trigger')
			: ok('x', 'None is connected');
	}),
	Credit: async (health) => {
		const { call, asApp } = health;
		const path = '/2/usage/credits';
		const ask =
			call.api.kind === 'oAuth2' ? async () => object(await call.send({ method: 'GET', path })) : asApp;
		if (ask === undefined) return unknown('credential', `Not visible from here. ${NO_APP}`);
		return await unlessDenied(async () => {
			const { total_balance: total } = object((await ask(path)).data);
			if (typeof total !== 'number') return unknown('x', 'X did not say how much is left');
			return total > 0
				? ok('x', `${total}`)
				: fail('x', 'None is left', 'Buy credits in the Developer Console: X answers nothing that it bills');
		});
	},
	'Post Cap': ofApp(async (ask) => postCap((await ask('/2/usage/tweets')).data)),
	Limits: ({ nearLimit }) =>
		nearLimit.size === 0
			? ok('x', 'None that these checks met is near its end')
			: warn('x', `Nearly used up: ${[...nearLimit].join(', ')}`, 'It begins anew within 15 minutes'),
	'Budget of Today': ({ call: { api } }) => {
		const { day } = api;
		if (day === undefined) return unknown('process', 'Not visible from here');
		const used = `$${day.spentUsd} are spent in this process`;
		if (!day.hasLimit) return ok('process', `${used}; the credential has no Max Cost per Day`);
		const said = `${used}, of $${day.maxUsd}`;
		if (day.spentUsd >= day.maxUsd)
			return fail('process', said, 'Until midnight (UTC) nothing that costs is sent: raise Max Cost per Day');
		return day.spentUsd >= day.maxUsd * NEAR
			? warn('process', said, 'Raise Max Cost per Day in the credential, or wait until midnight (UTC)')
			: ok('process', said);
	},
};
