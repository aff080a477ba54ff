import type { Node } from '../../shared/vendor/commonmark';

/** `entering` is true before the children of a node, and false when the node comes again after them. */
type Visit = NonNullable<ReturnType<ReturnType<Node['walker']>['next']>>;

/** Lists nodes in text order without recursion: hostile texts nest deeper than functions can call each other. */
export function* walk(root: Node): Generator<Visit> {
	const walker = root.walker();
	for (let visit = walker.next(); visit; visit = walker.next()) yield visit;
}

export function childrenOf(parent: Node): Node[] {
	const children: Node[] = [];
	for (let child = parent.firstChild; child; child = child.next) children.push(child);
	return children;
}
