/**
 * The event of CONTRIBUTING.md, "Add an event to X Trigger", which the package does not have. Its list is still where
 * the first step begins: in X Core.
 */
import type { TriggerEvent } from '../../../../nodes/XCoreTrigger/events/event';
import { addedPeople } from '../../../../nodes/XCoreTrigger/events/readings';
import { postResource } from '../../../../nodes/XCore/resources/post';
import type { Operation } from '../../../../nodes/shared/operation/operation';

const repostingUsers = postResource.operations.getRepostingUsers as Operation;

export const repostOfPost: TriggerEvent = {
	...addedPeople,
	name: 'Repost of a Post',
	action: 'On repost of a post',
	description: 'Someone reposts a Post',
	list: repostingUsers,
	fields: ['post_id'],
	lists: ({ post_id: id }) => [{ id }],
};
