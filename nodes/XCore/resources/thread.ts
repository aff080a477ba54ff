import { many, op, user, resource } from '../../shared/operation/operation';
import { publishThreads } from '../operations/thread';
import { checkThread, threadFields } from '../operations/threadForm';

/** Threads: each Post answers the one before it. https://docs.x.com/x-api/posts/create-post */
export const threadResource = resource({
	value: 'thread',
	operations: {
		create: op({
			route: 'POST /2/tweets',
			action: 'Create a thread',
			description:
				'Publish several Posts, each replying to the one before. Long texts are split, and a thread that stopped partway can be resumed.',
			auth: user('tweet.read', 'tweet.write', 'users.read'),
			fields: threadFields,
			check: checkThread,
			result: many(),
			runAll: publishThreads,
			effort: 'posts',
			resumes: true,
		}),
	},
});
