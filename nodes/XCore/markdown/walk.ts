import type { Node } from '../../shared/vendor/commonmark';

export interface Visit {
	readonly node: Node;
	/** True before the children of a node, false when the node comes again after them. */
	readonly entering: boolean;
}

/** Lists nodes in text order without recursion: hostile texts nest deeper than functions can call each other. */
export function walk(root: Node): Visit[] {
	const walker = root.walker();
	const visits: Visit[] = [];
	for (let visit = walker.next(); visit; visit = walker.next()) visits.push(visit);
	return visits;
}

export function childrenOf(parent: Node): Node[] {
	const children: Node[] = [];
	for (let child = parent.firstChild; child; child = child.next) children.push(child);
	return children;
}
