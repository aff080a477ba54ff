import type { NodeSpec } from '../../nodes/shared/operation/nodeSpec';
import { spec as ads } from '../../nodes/XAdsCampaigns/spec';
import { spec as catalog } from '../../nodes/XCatalog/spec';
import { spec as core } from '../../nodes/XCore/spec';

/** The nodes that are made of records, by their name in the editor. */
export const specs: Readonly<Record<string, NodeSpec>> = {
	'X Core': core,
	'X Ads Campaigns': ads,
	'X Catalog': catalog,
};
