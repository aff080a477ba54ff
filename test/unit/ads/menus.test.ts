/** What the form offers: the sandbox's own operations in the sandbox only, and new things paused. */
import { NodeHelpers, type INodeParameters, type INodeProperties } from 'n8n-workflow';
import { XAdsCampaigns } from '../../../nodes/XAdsCampaigns/XAdsCampaigns.node';

const { description } = new XAdsCampaigns();

const shown = (name: string, form: INodeParameters): INodeProperties[] =>
	description.properties.filter(
		(property) =>
			property.name === name && NodeHelpers.displayParameter(form, property, { typeVersion: 1 }, description),
	);

const values = (name: string, form: INodeParameters) =>
	shown(name, form).flatMap(({ options = [] }) =>
		options.flatMap((option) => ('value' in option ? [option.value] : [])),
	);

it.each([
	['account', ['get', 'getMany', 'update'], ['create', 'delete']],
	['fundingInstrument', ['get', 'getMany', 'update'], ['create', 'delete']],
	['feature', ['getMany'], ['add', 'remove']],
])('%s: what exists in the sandbox only is offered there only', (resource, everywhere, sandboxOnly) => {
	const operations = (environment: string) => values('operation', { environment, resource });
	expect([...operations('production')].sort()).toEqual(everywhere);
	expect([...operations('sandbox')].sort()).toEqual([...everywhere, ...sandboxOnly].sort());
});

const inCollection = (section: string, name: string, form: INodeParameters) =>
	shown(section, form)
		.flatMap(({ options = [] }) => options)
		.flatMap((option) => (option.name === name && 'default' in option ? [option.default] : []));

it.each(['campaign', 'lineItem'])('%s: what is made is paused, one by one and in bulk', (resource) => {
	const form = { environment: 'production', resource, operation: 'create' };
	expect(inCollection('additionalFields', 'entity_status', form)).toEqual(['PAUSED']);
	const batch = { ...form, operation: 'batch', operation_type: 'Create' };
	expect(shown('entity_status', batch).map((property) => property.default)).toEqual(['PAUSED']);
});

it.each(['campaign', 'lineItem'])(
	'%s: nothing is activated by adding the status to an update',
	(resource) => {
		const form = { environment: 'production', resource, operation: 'update' };
		expect(inCollection('updateFields', 'entity_status', form)).toEqual(['PAUSED']);
		const batch = { ...form, operation: 'batch', operation_type: 'Update' };
		expect(inCollection('additionalFields', 'changed_status', batch)).toEqual(['PAUSED']);
	},
);

it.each(['campaign', 'lineItem', 'targetingCriterion'])(
	'%s: a batch in which each item says what to do has the fields of all operations, none of them required',
	(resource) => {
		const names = (operation_type: string) => {
			const form = { environment: 'production', resource, operation: 'batch', operation_type };
			return description.properties.filter((property) => shown(property.name, form).includes(property));
		};
		const own = new Set(names('Mixed').map(({ name }) => name));
		for (const type of ['Create', 'Update', 'Delete'])
			for (const { name } of names(type)) expect(own).toContain(name);
		const required = names('Mixed').flatMap((property) => (property.required ? [property.name] : []));
		expect(required).toEqual(['account_id', 'item_operation']);
	},
);
