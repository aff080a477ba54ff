import { adsSpec, nothingOf } from '../shared/ads/spec';
import type { NodeSpec } from '../shared/operation/nodeSpec';
import { words } from '../shared/util/text';
import {
	accountMediaResource,
	mediaLibraryResource,
	prerollCallToActionResource,
} from './resources/mediaLibrary';
import { cardResource } from './resources/card';
import {
	imageConversationCardResource,
	videoConversationCardResource,
	pollCardResource,
} from './resources/conversationCard';
import { draftPostResource, postResource, scheduledPostResource } from './resources/post';

export const spec: NodeSpec = {
	...adsSpec([
		cardResource,
		accountMediaResource,
		draftPostResource,
		imageConversationCardResource,
		mediaLibraryResource,
		pollCardResource,
		postResource,
		prerollCallToActionResource,
		scheduledPostResource,
		videoConversationCardResource,
	]),
	// Files, and cards with their many parts.
	notForAgents: {
		...nothingOf('imageConversationCard prerollCallToAction videoConversationCard'),
		card: words('create getByUris getOfAnyKind update'),
		draftPost: words('sendPreview'),
		mediaLibrary: words('add delete update'),
		pollCard: words('create delete'),
	},
};
