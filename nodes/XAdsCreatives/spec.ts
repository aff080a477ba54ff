import { adsSpec, nothingOf } from '../shared/ads/spec';
import type { NodeSpec } from '../shared/operation/nodeSpec';
import { words } from '../shared/util/text';
import { accountMediaResource } from './resources/accountMedia';
import { cardResource } from './resources/card';
import { imageConversationCardResource, videoConversationCardResource } from './resources/conversationCard';
import { draftPostResource } from './resources/draftPost';
import { mediaLibraryResource } from './resources/mediaLibrary';
import { pollCardResource } from './resources/pollCard';
import { postResource } from './resources/post';
import { prerollCallToActionResource } from './resources/prerollCallToAction';
import { scheduledPostResource } from './resources/scheduledPost';

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
