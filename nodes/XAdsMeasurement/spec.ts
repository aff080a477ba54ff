import { adsSpec } from '../shared/ads/spec';
import type { NodeSpec } from '../shared/operation/nodeSpec';
import { words } from '../shared/util/text';
import { resources } from './resources';

export const spec: NodeSpec = {
	...adsSpec(resources, 'pixelToken'),
	// Websites and apps report these, a person sets them up once, or people entered them into forms.
	notForAgents: {
		conversion: 'all',
		abTest: words('create'),
		appConversion: 'all',
		appEventTag: words('create delete'),
		appList: words('create delete'),
		lead: 'all',
		leadExport: 'all',
		leadForm: words('create delete update'),
		providerConfiguration: 'all',
		webEventTag: words('create delete update'),
	},
};
