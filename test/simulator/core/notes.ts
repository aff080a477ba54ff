/** Community notes: Posts that may get one, notes of the caller, create, evaluate, delete. Test mode only. */
import { documented } from '../documented';
import {
	invalidRequest,
	notFound,
	ok,
	Refusal,
	type Route,
	type SimRequest,
	type SimResponse,
} from '../frame';
import { forbidden, page } from './answer';
import { bodyField, bodyOf, objectOf, textOf } from './body';
import { pick, Renderer } from './render';
import { needPost, newestFirst, type CoreState } from './state';

const rateLimit = { limit: 90 };

function needTestMode(request: SimRequest): void {
	const given = request.query.get('test_mode') ?? String(bodyOf(request)['test_mode']);
	if (given === 'true') return;
	throw new Refusal(
		invalidRequest({
			message: 'test_mode must be true for this note writer',
			parameters: { test_mode: [given] },
		}),
	);
}

const evaluate = (state: CoreState, request: SimRequest): SimResponse => {
	needPost(state, bodyField(request, 'post_id'), 'post_id');
	const length = [...bodyField(request, 'note_text')].length;
	return ok({ data: { claim_opinion_score: Math.min(1, length / 280) } });
};

export const noteRoutes: ReadonlyArray<Route<CoreState>> = [
	{
		...documented('GET /2/notes/search/posts_eligible_for_notes'),
		rateLimit,
		handler: (state, request, platform) => {
			needTestMode(request);
			const posts = newestFirst(state.posts).filter(
				(post) => post.author_id !== request.caller.userId && !state.users.get(post.author_id)?.protected,
			);
			const render = new Renderer(state, request);
			return page(
				platform,
				request,
				posts,
				10,
				(post) => render.post(post),
				() => render.finish(),
			);
		},
	},
	{
		...documented('GET /2/notes/search/notes_written'),
		rateLimit,
		handler: (state, request, platform) => {
			needTestMode(request);
			const mine = newestFirst(state.notes).filter((note) => note.authorId === request.caller.userId);
			const fields = ['id', ...(request.query.get('note.fields')?.split(',') ?? [])];
			return page(platform, request, mine, 10, ({ id, info, status, postId }) =>
				pick(
					{
						id,
						info: { ...info, post_id: postId },
						status,
						scoring_status: status,
						test_result: { evaluation_outcome: [] },
					},
					fields,
				),
			);
		},
	},
	{
		...documented('POST /2/notes'),
		rateLimit,
		handler: (state, request, platform) => {
			needTestMode(request);
			const authorId = request.caller.userId;
			const post = needPost(state, bodyField(request, 'post_id'), 'post_id');
			const info = objectOf(bodyOf(request)['info']) ?? {};
			if ([...textOf(info['text']).replace(/https?:\/\/\S+/g, '.')].length > 280) {
				throw new Refusal(
					invalidRequest({
						message: '$.info.text: must be at most 280 characters long',
						parameters: { 'info.text': [] },
					}),
				);
			}
			if (newestFirst(state.notes).some((note) => note.authorId === authorId && note.postId === post.id)) {
				throw forbidden('You have already written a note for this Post.');
			}
			const id = platform.newId();
			state.notes.set(id, {
				id,
				authorId,
				postId: post.id,
				testMode: true,
				info,
				status: 'needs_more_ratings',
			});
			return ok({ data: { id } }, 201);
		},
	},
	{ ...documented('POST /2/notes/evaluate'), rateLimit, handler: evaluate },
	{ ...documented('POST /2/notes/evaluate'), path: '/2/evaluate_note', rateLimit, handler: evaluate },
	{
		...documented('DELETE /2/notes/{id}'),
		rateLimit,
		handler: (state, request) => {
			const id = request.params['id'] ?? '';
			const note = state.notes.get(id);
			if (!note) throw new Refusal(notFound('id', id, 'tweet'));
			if (note.authorId !== request.caller.userId) throw forbidden('You may delete your own notes only.');
			state.notes.delete(id);
			return ok({ data: { id, deleted: true } });
		},
	},
];
