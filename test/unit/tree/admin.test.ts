/**
 * X Core shows what people do on X. An agent that has it as a tool reads what strangers write, so nothing in it may
 * reach the app: webhooks, rules, subscriptions, compliance, connections, bots, tokens and the developer account.
 *
 * @jest-environment ./test/support/environment.ts
 */
import type { INodePropertyOptions } from 'n8n-workflow';
import { keyOf, operations } from '../../facts';
import { host } from '../../support';
import { records } from './support/records';

/** The chapters of X's reference about the app, as its description tags them. */
const OF_THE_APP = [
	'Account',
	'Account Activity',
	'Activity',
	'Bots',
	'Compliance',
	'Connections',
	'Stream',
	'Usage',
	'Webhooks',
];

/** How many actions X Core has at most: the panel lists them all, without a search. */
const MOST_ACTIONS = 120;

const APP_ROUTES = new Set(
	operations()
		.filter(({ api, section }) => api === 'core' && OF_THE_APP.includes(section))
		.map(({ route }) => keyOf(route)),
);
const DOCUMENTED_ROUTES = new Set(operations().map(({ route }) => keyOf(route)));
const recordsOf = (node: string) => records().filter(({ label }) => label.startsWith(`${node}.`));

describe('X Core', () => {
	it('has no operation that belongs to the app', () => {
		const sections = operations().map(({ section }) => section);
		expect(OF_THE_APP.filter((section) => !sections.includes(section))).toEqual([]);
		expect(
			recordsOf('xCore')
				.filter(({ operation }) => APP_ROUTES.has(keyOf(operation.route)))
				.map(({ label }) => label),
		).toEqual([]);
	});

	it('lists no more actions than a person looks through', () => {
		const node = host()
			.nodesOfPackage()
			.find(([, { description }]) => description.name === 'xCore');
		const actions = (node?.[1].description.properties ?? [])
			.filter(({ name }) => name === 'operation')
			.flatMap(({ options }) => (options as INodePropertyOptions[]).map(({ action }) => action));
		expect(actions.length).toBeGreaterThan(80);
		expect(
			actions.length > MOST_ACTIONS
				? [
						`xCore: ${actions.length} actions of ${MOST_ACTIONS}: make one of two, or move a resource to X Live or X Core Admin`,
					]
				: [],
		).toEqual([]);
	});
});

describe.each([
	// Estimate Cost works out what another operation costs, and sends no request with the credential.
	{ node: 'xCore', allowed: ['xCore.usage.estimateCost'] },
	{ node: 'xLive', allowed: ['xLive.usage.estimateCost'] },
	// These two read and change what n8n remembers, and send no request.
	{ node: 'xChat', allowed: ['xChat.trust.forget', 'xChat.trust.getMany'] },
])('$node, which reads what strangers write', ({ node, allowed }) => {
	it('has no operation whose route an agent could choose', () => {
		const open = recordsOf(node).filter(({ operation }) => !DOCUMENTED_ROUTES.has(keyOf(operation.route)));
		expect(recordsOf(node).length).toBeGreaterThan(20);
		expect(open.map(({ label }) => label)).toEqual(allowed);
	});
});

describe('X Core Admin', () => {
	it('has what belongs to the app', () => {
		const own = recordsOf('xCoreAdmin');
		const others = own.filter(({ operation }) => !APP_ROUTES.has(keyOf(operation.route)));
		expect(own.length - others.length).toBeGreaterThan(35);
		expect(others.map(({ label }) => label)).toEqual([
			// Described in guides only, as the exceptions to the facts say.
			'xCoreAdmin.powerStreamRule.create',
			'xCoreAdmin.powerStreamRule.delete',
			'xCoreAdmin.powerStreamRule.getMany',
			'xCoreAdmin.token.exchange',
			'xCoreAdmin.health.check',
			'xCoreAdmin.usage.estimateCost',
			'xCoreAdmin.usage.getCostOfToday',
			'xCoreAdmin.customApiCall.send',
		]);
	});
});
