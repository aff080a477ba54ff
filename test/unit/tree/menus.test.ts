/**
 * The order of the menus, which is that of n8n's list of actions.
 *
 * @jest-environment ./test/support/environment.ts
 */
import type { INodePropertyOptions } from 'n8n-workflow';
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
		['xCore', 'post', 'Create'],
		['xCore', 'user', 'Get'],
		['xCore', 'directMessage', 'Send to User'],
		['xCore', 'media', 'Upload'],
		['xCoreAdmin', 'webhook', 'Create'],
		['xChat', 'message', 'Send'],
		['xAdsAnalytics', 'report', 'Get'],
		['xCatalog', 'product', 'Sync'],
	])('of %s begin for %s with %s', (node, resource, first) => {
		const menu = menus('operation').find((one) => one.node === node && one.resource === resource);
		expect(menu?.names[0]).toBe(first);
	});
});
