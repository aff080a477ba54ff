/** The nodes of API v2 as one: what people do, what they do live, and what an administrator does with an app. */
import { findOperation, type NodeSpec } from '../../nodes/shared/operation/nodeSpec';
import { spec as core } from '../../nodes/XCore/spec';
import { spec as admin } from '../../nodes/XCoreAdmin/spec';
import { spec as live } from '../../nodes/XLive/spec';

/** The records of these nodes. Estimate Cost, which all have, is listed once. */
export const spec: NodeSpec = {
	...core,
	resources: [
		...[...core.resources, ...live.resources].filter(({ value }) => value !== 'usage'),
		...admin.resources,
	],
};

/** The node that has an operation such as `webhook.create`; X Core where others have it too. */
export function nodeOf(name: string): 'xCore' | 'xCoreAdmin' | 'xLive' {
	const [resource = '', operation = ''] = name.split('.');
	if (findOperation(core, resource, operation)) return 'xCore';
	return findOperation(live, resource, operation) ? 'xLive' : 'xCoreAdmin';
}
