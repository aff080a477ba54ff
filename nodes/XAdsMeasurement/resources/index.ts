import type { Resource } from '../../shared/operation/operation';
import { abTestResource } from './abTesting';
import { appConversionResource } from './appConversion';
import { appEventTagResource } from './appEventTag';
import { appListResource } from './appList';
import { conversionResource } from './conversion';
import { leadOperations } from './lead';
import { leadExportResource } from './leadExport';
import { leadFormResource } from './leadForm';
import { providerConfigurationResource } from './providerConfiguration';
import { webEventTagResource } from './webEventTag';

export const resources: readonly Resource[] = [
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
];
