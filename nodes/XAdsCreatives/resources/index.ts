import type { Resource } from '../../shared/operation/operation';
import { accountMediaResource } from './accountMedia';
import { cardResource } from './card';
import { imageConversationCardResource, videoConversationCardResource } from './conversationCard';
import { draftPostResource } from './draftPost';
import { mediaLibraryResource } from './mediaLibrary';
import { pollCardResource } from './pollCard';
import { postResource } from './post';
import { prerollCallToActionResource } from './prerollCallToAction';
import { scheduledPostResource } from './scheduledPost';

export const resources: readonly Resource[] = [
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
];
