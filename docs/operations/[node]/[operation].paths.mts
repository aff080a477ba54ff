/** A page for each operation, made by scripts/operationPages.ts. */
import { storedPages } from '../../../scripts/operationPages/stored';

export default {
	paths() {
		const pages = storedPages();
		return pages.map(({ path, folder, node, resource, name, content }) => {
			const siblings = pages.filter((page) => page.node === node && page.resource === resource);
			return {
				params: {
					node: folder,
					operation: path.slice(folder.length + 1),
					of: node,
					resource,
					title: `${resource} → ${name}`,
					siblings: siblings.map((page) => [page.name, page.path]),
				},
				content,
			};
		});
	},
};
