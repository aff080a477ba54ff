import { adsSpec } from '../shared/ads/spec';
import type { NodeSpec } from '../shared/operation/nodeSpec';
import { words } from '../shared/util/text';
import { resources } from './resources';

export const spec: NodeSpec = {
	...adsSpec(resources),
	// Jobs and files: Get waits for a report and returns its rows.
	notForAgents: {
		report: words('cancel download estimate start sync'),
	},
};
