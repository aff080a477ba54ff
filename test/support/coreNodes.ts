/** The two nodes of API v2 as one: X Core has what people do, X Core Admin what an administrator does with an app. */
import { findOperation, type NodeSpec } from '../../nodes/shared/operation/nodeSpec';
import { spec as core } from '../../nodes/XCore/spec';
import { spec as admin } from '../../nodes/XCoreAdmin/spec';

/** The records of both nodes. Estimate Cost, which both have, is listed once. */
export const spec: NodeSpec = {
	...core,
	resources: [...core.resources.filter(({ value }) => value !== 'usage'), ...admin.resources],
};

/** The node that has an operation such as `webhook.create`; X Core where both have it. */
export function nodeOf(name: string): 'xCore' | 'xCoreAdmin' {
	const [resource = '', operation = ''] = name.split('.');
	return findOperation(core, resource, operation) ? 'xCore' : 'xCoreAdmin';
}
