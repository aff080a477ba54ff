/** Live audio conversations. */
import { documented } from '../documented';
import { notFound, ok, Refusal, type Route, type SimRequest, type SimResponse } from '../frame';
import { notFoundProblem } from '../frame/problems';
import { byIds, forbidden } from './answer';
import { listPosts } from './posts';
import { pick, Renderer, type Rendered } from './render';
import { listUsers } from './reposts';
import { needUser, type CoreState } from './state';

export interface Space {
	id: string;
	title: string;
	state: 'live' | 'scheduled' | 'ended';
	created_at: string;
	updated_at: string;
	started_at?: string;
	scheduled_start?: string;
	ended_at?: string;
	is_ticketed: boolean;
	lang: string;
	participant_count: number;
	subscriber_count: number;
	creator_id: string;
	host_ids: string[];
	invited_user_ids: string[];
	speaker_ids: string[];
	topic_ids: string[];
	/** Who bought a ticket. */
	buyers: string[];
	/** Posts that were shared. */
	posts: string[];
}

const topics = new Map([
	[
		'848920371311001600',
		{ id: '848920371311001600', name: 'Technology', description: 'All about technology' },
	],
	['847900493514891265', { id: '847900493514891265', name: 'Science', description: 'All about science' }],
]);

/** Identifiers of the topics that a Space can be about. */
export const topicIds = [...topics.keys()];

export const spaceRoutes: ReadonlyArray<Route<CoreState>> = [
	{
		...documented('GET /2/spaces'),
		rateLimit: { limit: 300 },
		handler: (state, request) => {
			const render = new SpaceRenderer(state, request);
			return byIds(
				request,
				'ids',
				'space',
				(id) => {
					const space = state.spaces.get(id);
					return space && { data: render.space(space) };
				},
				() => render.finish(),
			);
		},
	},
	{
		...documented('GET /2/spaces/{id}'),
		rateLimit: { limit: 300 },
		handler: (state, request) => {
			const id = request.params['id'] ?? '';
			const space = state.spaces.get(id);
			if (!space) return ok({ errors: [notFoundProblem('id', id, 'space')] });
			return listed(state, request, [space], (data) => ({ data: data[0] }));
		},
	},
	{
		...documented('GET /2/spaces/by/creator_ids'),
		rateLimit: { limit: 300 },
		handler: (state, request) => {
			const ids = (request.query.get('user_ids') ?? '').split(',');
			const found = [...state.spaces.values()].filter(
				({ creator_id, state: now }) => ids.includes(creator_id) && now !== 'ended',
			);
			return listed(state, request, found);
		},
	},
	{
		...documented('GET /2/spaces/search'),
		rateLimit: { limit: 300 },
		handler: (state, request) => {
			const words = (request.query.get('query') ?? '').toLowerCase().split(/\s+/).filter(Boolean);
			const wanted = request.query.get('state') ?? 'all';
			const found = [...state.spaces.values()].filter(
				({ title, state: now }) =>
					(wanted === 'all' ? now !== 'ended' : now === wanted) &&
					words.every((word) => title.toLowerCase().includes(word)),
			);
			return listed(state, request, found.slice(0, Number(request.query.get('max_results') ?? 100)));
		},
	},
	{
		...documented('GET /2/spaces/{id}/tweets'),
		rateLimit: { limit: 300 },
		handler: (state, request, platform) => {
			const posts = needSpace(state, request).posts.flatMap((id) => state.posts.get(id) ?? []);
			return listPosts(state, request, platform, posts, 100);
		},
	},
	{
		...documented('GET /2/spaces/{id}/buyers'),
		rateLimit: { limit: 300 },
		handler: (state, request, platform) => {
			const { creator_id, buyers } = needSpace(state, request);
			if (creator_id !== request.caller.userId)
				throw forbidden('Only the creator of a Space can see who bought tickets.');
			return listUsers(
				state,
				request,
				platform,
				buyers.map((id) => needUser(state, id)),
			);
		},
	},
];

function needSpace(state: CoreState, request: SimRequest): Space {
	const id = request.params['id'] ?? '';
	const space = state.spaces.get(id);
	if (!space) throw new Refusal(notFound('id', id, 'space'));
	return space;
}

function listed(
	state: CoreState,
	request: SimRequest,
	spaces: readonly Space[],
	shape: (data: unknown[]) => object = (data) => ({
		...(data.length > 0 && { data }),
		meta: { result_count: data.length },
	}),
): SimResponse {
	const render = new SpaceRenderer(state, request);
	const data = spaces.map((space) => render.space(space));
	const { includes, errors } = render.finish();
	return ok({ ...shape(data), ...(includes && { includes }), ...(errors.length > 0 && { errors }) });
}

/** Renders Spaces: people through the ordinary renderer, topics by itself. */
class SpaceRenderer {
	private readonly people: Renderer;
	private readonly asked: (name: string) => string[];
	private readonly topics = new Set<string>();

	constructor(
		private readonly state: CoreState,
		request: SimRequest,
	) {
		this.people = new Renderer(state, request);
		this.asked = (name) => request.query.get(name)?.split(',') ?? [];
	}

	space(space: Space): Record<string, unknown> {
		const expansions = this.asked('expansions');
		const ids: Record<string, string[]> = {
			creator_id: [space.creator_id],
			host_ids: space.host_ids,
			invited_user_ids: space.invited_user_ids,
			speaker_ids: space.speaker_ids,
		};
		for (const [name, users] of Object.entries(ids))
			if (expansions.includes(name)) for (const id of users) this.people.include(needUser(this.state, id));
		if (expansions.includes('topic_ids')) for (const id of space.topic_ids) this.topics.add(id);
		return pick(space, ['id', 'state', ...expansions, ...this.asked('space.fields')]);
	}

	finish(): Rendered {
		const { includes, errors } = this.people.finish();
		const found = [...this.topics].flatMap((id) => topics.get(id) ?? []);
		const told = found.map((topic) => pick(topic, ['id', 'name', ...this.asked('topic.fields')]));
		const all = { ...includes, ...(told.length > 0 && { topics: told }) };
		return { ...(Object.keys(all).length > 0 && { includes: all }), errors };
	}
}
