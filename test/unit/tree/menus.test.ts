/**
 * The order of the menus, which is that of n8n's list of actions.
 *
 * @jest-environment ./test/support/environment.ts
 */
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { host } from '../../support';

const CUSTOM = 'Custom API Call';

const menus = (name: string) =>
	host()
		.nodesOfPackage()
		.flatMap(([, { description }]) =>
			description.properties
				.filter((property) => property.name === name)
				.map(({ options, displayOptions }) => ({
					node: description.name,
					resource: displayOptions?.show?.resource?.[0],
					names: (options as INodePropertyOptions[]).map((option) => option.name),
				})),
		);

describe('the menus', () => {
	it('of resources end with Custom API Call, so that n8n adds no second one', () => {
		const having = menus('resource').filter(({ names }) => names.includes(CUSTOM));
		expect(having.map(({ node }) => node)).toEqual(['xAdsCampaigns', 'xCoreAdmin']);
		expect(having.filter(({ names }) => names.indexOf(CUSTOM) < names.length - 1)).toEqual([]);
	});

	it.each([
		['xCore', 'post', ['Create', 'Search Recent', 'Like', 'Repost']],
		['xCore', 'user', ['Get', 'Get Mentions', 'Get Posts']],
		['xCore', 'directMessage', ['Send to User', 'Get Many']],
		['xCore', 'media', ['Upload']],
		['xCoreAdmin', 'webhook', ['Create']],
		['xChat', 'message', ['Send', 'Get Events', 'Reply']],
		['xAdsCampaigns', 'campaign', ['Get Many', 'Create', 'Pause', 'Activate']],
		['xAdsAnalytics', 'report', ['Get Spend by Campaign', 'Get']],
		['xCatalog', 'product', ['Sync']],
	])('of %s begin for %s with what people use most', (node, resource, first) => {
		const menu = menus('operation').find((one) => one.node === node && one.resource === resource);
		expect(menu?.names.slice(0, first.length)).toEqual(first);
	});
});

describe('the events of the triggers', () => {
	const optionsOf = (node: string, name: string): readonly INodePropertyOptions[] => {
		const all = host()
			.nodesOfPackage()
			.filter(([, { description }]) => description.name === node)
			.flatMap(([, { description }]) => description.properties)
			.flatMap((property) => [property, ...((property.options ?? []) as INodeProperties[])]);
		return (all.find((property) => property.name === name)?.options ?? []) as INodePropertyOptions[];
	};
	const webhook = optionsOf('xWebhookTrigger', 'eventTypes');
	const polled = optionsOf('xCoreTrigger', 'event');

	it('of the activity API read the same wherever they are chosen', () => {
		expect(webhook.length).toBeGreaterThan(40);
		expect(optionsOf('xStreamTrigger', 'eventTypes')).toEqual(webhook);
		const names = new Map(webhook.map(({ value, name }) => [value, name]));
		const others = [
			...optionsOf('xWebhookTrigger', 'onlyEventTypes'),
			...optionsOf('xCoreAdmin', 'event_type'),
		].filter(({ value }) => names.has(value));
		expect(others).toHaveLength(2 * webhook.length);
		expect(others.filter(({ value, name }) => name !== names.get(value))).toEqual([]);
	});

	it.each([
		['Direct Message', /\bnot encrypted\b/i, ['Direct Message', 'Received', 'Sent']],
		['Chat', /(?<!not )\bencrypted\b/i, ['Chat Message', 'Message Received', 'Message Sent']],
	])(
		'say of %s whether it is encrypted, and where someone writes in the list of triggers',
		(kind, says, written) => {
			const about = [...polled, ...webhook].filter(({ name }) => name.startsWith(kind));
			expect(about.filter(({ description = '' }) => !says.test(description))).toEqual([]);
			const actions = about.flatMap(({ name, action = '' }) =>
				written.includes(name.replace(`${kind}: `, '')) ? [action] : [],
			);
			expect(actions).toEqual(Array(3).fill(expect.stringMatching(says)));
		},
	);
});
