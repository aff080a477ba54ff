import type { Node } from '../../shared/vendor/commonmark';

export interface Visit {
	readonly node: Node;
	/** Of a node that can have children, and which comes again after them: whether this is before them. */
	readonly entering: boolean;
}

/** The nodes in the order of the text; what hostile texts nest may be deeper than functions can call each other. */
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
