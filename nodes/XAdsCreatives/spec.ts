import { adsSpec } from '../shared/ads/spec';
import type { NodeSpec } from '../shared/operation/nodeSpec';
import { words } from '../shared/util/text';
import { resources } from './resources';

export const spec: NodeSpec = {
	...adsSpec(resources),
	// Files, and cards with their many parts.
	notForAgents: {
		card: words('create getByUris getOfAnyKind update'),
		draftPost: words('sendPreview'),
		imageConversationCard: 'all',
		mediaLibrary: words('add delete update'),
		pollCard: words('create delete'),
		prerollCallToAction: 'all',
		videoConversationCard: 'all',
	},
};
