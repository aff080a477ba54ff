import { adsSpec } from '../shared/ads/spec';
import type { NodeSpec } from '../shared/operation/nodeSpec';
import { words } from '../shared/util/text';
import { activeEntityResource, reachResource } from './resources/reach';
import { reportResource } from './resources/report';

export const spec: NodeSpec = {
	...adsSpec([reportResource, activeEntityResource, reachResource]),
	// Jobs and files: Get waits for a report and returns its rows.
	notForAgents: {
		report: words('cancel download estimate start sync'),
	},
};
