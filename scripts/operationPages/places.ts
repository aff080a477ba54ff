/** Where the page of an operation is. */
import { kebabCase } from 'lodash';

interface Place {
	readonly description: { readonly displayName: string };
	readonly values: Readonly<Record<string, string>>;
}

/** `x-core/post-create`: the path under docs/operations. */
export const pathOf = ({ description, values }: Place): string =>
	`${folderOf(description.displayName)}/${kebabCase(values.resource)}-${kebabCase(values.operation)}`;

/** `X Ads Campaigns` → `x-ads-campaigns`, as the pages of docs/reference are named. */
export const folderOf = (node: string): string => node.toLowerCase().replaceAll(' ', '-');
