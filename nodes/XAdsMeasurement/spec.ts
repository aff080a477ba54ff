import { adsSpec, nothingOf } from '../shared/ads/spec';
import type { NodeSpec } from '../shared/operation/nodeSpec';
import { words } from '../shared/util/text';
import { abTestResource } from './resources/abTesting';
import {
	appConversionResource,
	appEventTagResource,
	appListResource,
	providerConfigurationResource,
	webEventTagResource,
} from './resources/app';
import { conversionResource } from './resources/conversion';
import { leadOperations, leadExportResource, leadFormResource } from './resources/leadForm';

export const spec: NodeSpec = {
	...adsSpec(
		[
			conversionResource,
			abTestResource,
			appConversionResource,
			appEventTagResource,
			appListResource,
			leadOperations,
			leadExportResource,
			leadFormResource,
			providerConfigurationResource,
			webEventTagResource,
		],
		'pixelToken',
	),
	// Websites and apps report these, a person sets them up once, or people entered them into forms.
	notForAgents: {
		...nothingOf('conversion appConversion lead leadExport providerConfiguration'),
		abTest: words('create'),
		appEventTag: words('create delete'),
		appList: words('create delete'),
		leadForm: words('create delete update'),
		webEventTag: words('create delete update'),
	},
};
