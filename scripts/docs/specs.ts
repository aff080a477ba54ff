import type { NodeSpec } from '../../nodes/shared/operation/nodeSpec';
import { spec as adsAnalytics } from '../../nodes/XAdsAnalytics/spec';
import { spec as adsAudiences } from '../../nodes/XAdsAudiences/spec';
import { spec as ads } from '../../nodes/XAdsCampaigns/spec';
import { spec as adsCreatives } from '../../nodes/XAdsCreatives/spec';
import { spec as adsMeasurement } from '../../nodes/XAdsMeasurement/spec';
import { spec as catalog } from '../../nodes/XCatalog/spec';
import { spec as chat } from '../../nodes/XChat/spec';
import { spec as core } from '../../nodes/XCore/spec';
import { spec as coreAdmin } from '../../nodes/XCoreAdmin/spec';
import { spec as live } from '../../nodes/XLive/spec';

/** The nodes that are made of records, by their name in the editor. */
export const specs: Readonly<Record<string, NodeSpec>> = {
	'X Core': core,
	'X Core Admin': coreAdmin,
	'X Live': live,
	'X Chat': chat,
	'X Ads Campaigns': ads,
	'X Ads Creatives': adsCreatives,
	'X Ads Audiences': adsAudiences,
	'X Ads Analytics': adsAnalytics,
	'X Ads Measurement': adsMeasurement,
	'X Catalog': catalog,
};
