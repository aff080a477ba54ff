import { get } from 'lodash';
import { any, app, appOrOAuth2, one, op, type Resource } from '../../shared/operation/operation';
import { number, options } from '../../shared/fields';
import { microsOfUsd } from '../../shared/ledger/requestCost';
import { estimateCost } from '../../shared/core/estimateCost';
import { selectionOf } from '../../shared/core/selections';
import { postCap } from '../operations/xChecks';

/** Usage of the project; X sends the counts as text: https://docs.x.com/x-api/usage/introduction */
export const usageResource = (others: readonly Resource[]): Resource => ({
	value: 'usage',
	name: 'Usage',
	defaultOperation: 'get',
	operations: {
		estimateCost: estimateCost(others),
		get: op({
			route: 'GET /2/usage/tweets',
			name: 'Get',
			action: 'Get the usage of the project',
			description: 'Get how many Posts the project has read each day, and its cap',
			auth: app,
			fields: {
				...selectionOf('usage'),
				...options({
					days: number({ min: 1, max: 90, default: 7, description: 'How many days back to count' }),
				}),
			},
			result: one(),
			read: (body, call) => {
				const { state, detail, advice } = postCap(get(body, 'data'));
				if (state === 'warn' || state === 'fail') call.hint(`${detail}. ${advice}`);
				return Promise.resolve(body);
			},
		}),
		getCostOfToday: op({
			route: 'GET /',
			name: 'Get Cost of Today',
			action: 'Get what a credential has cost today',
			description:
				'Get what runs, triggers, and lists opened in the editor have cost with this credential today (UTC), as this process of n8n counted it. Sends no request.',
			docs: 'https://docs.x.com/x-api/getting-started/pricing',
			auth: any(),
			fields: {},
			result: one(),
			run: (call) => {
				const { day } = call.api;
				const max = day?.hasLimit === true ? day.maxUsd : null;
				const usd = day?.spentUsd ?? 0;
				const left = max === null ? null : Math.max(0, microsOfUsd(max) - microsOfUsd(usd)) / 1_000_000;
				const until = day?.book.opensAt.toISOString() ?? null;
				return Promise.resolve([call.item({ usd, maxUsd: max, leftUsd: left, until })]);
			},
		}),
		getCredits: op({
			route: 'GET /2/usage/credits',
			name: 'Get Credits',
			action: 'Get the credits of the project',
			description: 'Get the remaining prepaid and free credits',
			auth: appOrOAuth2(),
			fields: {},
			result: one(),
		}),
	},
});
