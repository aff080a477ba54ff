import type { INodeParameters, INodeProperties, INodeTypeDescription } from 'n8n-workflow';

/**
 * Names parameters that a form does not have: what a test says there would be read by nothing, and the test would prove
 * nothing.
 *
 * @param parameters Its parameters, as a test gives them.
 * @returns `filters.start_time` for each.
 */
export function unknownParameters(
	{ properties }: Pick<INodeTypeDescription, 'properties'>,
	parameters: INodeParameters,
): string[] {
	const isOffered = ({ displayOptions }: INodeProperties): boolean =>
		['resource', 'operation'].every((name) => {
			const allowed = displayOptions?.show?.[name] ?? displayOptions?.show?.[`/${name}`];
			return !allowed || !(name in parameters) || allowed.includes(parameters[name] as string);
		});
	const named = (list: readonly INodeProperties[], name: string) =>
		list.filter((property) => property.name === name && isOffered(property));
	return Object.entries(parameters).flatMap(([name, value]) => {
		const found = named(properties, name);
		if (found.length === 0) return [name];
		const collections = found.filter(({ type }) => type === 'collection');
		if (collections.length === 0 || typeof value !== 'object' || value === null) return [];
		const members = collections.flatMap(({ options = [] }) => options as INodeProperties[]);
		return Object.keys(value)
			.filter((member) => named(members, member).length === 0)
			.map((member) => `${name}.${member}`);
	});
}
