/** Where the page of an operation is. */
import { kebabCase } from 'lodash';
import { folderOf } from '../docs/folder';

interface Place {
	readonly description: { readonly displayName: string };
	readonly values: Readonly<Record<string, string>>;
}

/** `x-core/post-create`: the path under docs/operations. */
export const pathOf = ({ description, values }: Place): string =>
	`${folderOf(description.displayName)}/${kebabCase(values.resource)}-${kebabCase(values.operation)}`;
