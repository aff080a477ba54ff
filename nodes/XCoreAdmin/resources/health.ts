import { memoize } from 'lodash';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { any, one, op, resource } from '../../shared/operation/operation';
import { fail, healthFields, type Check, type Finding, type Health } from '../operations/finding';
import { CREDENTIALS } from '../../shared/auth/credentialKinds';
import { hasEventsPart } from '../../shared/auth/parts';
import { causes, lookedAt, remaining } from '../../shared/errors';
import { MAX_WAIT_MANUAL } from '../../shared/fields';
import { connect, type Api } from '../../shared/http/connection';
import { asText, messageOf } from '../../shared/util/text';
import { credentialChecks } from '../operations/credentialChecks';
import { triggerChecks } from '../operations/triggerChecks';
import { xChecks } from '../operations/xChecks';

const CHECKS: Readonly<Record<string, Check>> = { ...credentialChecks, ...xChecks, ...triggerChecks };

/** Makes the rows. A check that fails is a row as well. */
async function healthRows(call: Health['call']): Promise<INodeExecutionData[]> {
	const health = await openHealth(call);
	const items: INodeExecutionData[] = [];
	for (const [check, look] of Object.entries(CHECKS)) {
		const found = await Promise.resolve(health)
			.then(look)
			.catch((error: unknown) => failed(error));
		for (const { of, since, ...row } of [found].flat())
			items.push(
				call.item({
					check: of === undefined ? check : `${check}: ${of}`,
					...row,
					since: since === undefined ? null : new Date(since).toISOString(),
				}),
			);
	}
	return items;
}

const failed = (error: unknown): Finding =>
	fail(
		'x',
		messageOf(error),
		causes(error)
			.map(({ description }) => asText(description))
			.find((description) => description !== '') ?? '',
	);

async function openHealth(call: Health['call']): Promise<Health> {
	const { api, context, itemIndex, values } = call;
	const { type } = CREDENTIALS[api.kind];
	const credentials = await context.getCredentials<IDataObject>(type, itemIndex);
	const nearLimit = new Set<string>();
	const hasApp = api.kind === 'app' || hasEventsPart(api.kind, credentials);
	const app = memoize(async () => await openApp(call));
	return {
		call,
		credentials,
		credentialId: context.getNode().credentials?.[type]?.id ?? undefined,
		isBilled: values.includeBilled === true,
		now: Date.now(),
		nearLimit,
		app,
		asApp: hasApp
			? memoize(async (path: string) => {
					const { body, headers } = await (await app()).send({ method: 'GET', path });
					const limit = Number(headers['x-rate-limit-limit']);
					if ((remaining(headers) ?? Infinity) < limit / 10) nearLimit.add(path);
					return lookedAt(body);
				})
			: undefined,
	};
}

const openApp = async ({ api, context, itemIndex, options }: Health['call']): Promise<Api> =>
	api.kind === 'app'
		? api
		: await connect(context, {
				kind: 'app',
				holder: api.kind,
				itemIndex,
				maxWait: options.maxWait ?? MAX_WAIT_MANUAL,
			});

export const healthResource = resource({
	value: 'health',
	operations: {
		check: op({
			route: 'GET /',
			action: 'Check what a credential can do',
			description:
				'Get a row for each part: token, scopes, webhooks, streams, events, credit, budget. Include What X Bills looks at the account, too (up to $0.01).',
			docs: 'https://docs.x.com/fundamentals/authentication/overview',
			auth: any(),
			isBilled: true,
			fields: healthFields,
			result: one(),
			run: healthRows,
		}),
	},
});
