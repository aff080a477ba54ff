/** The core API: users, Posts, messages, media and the small families. */
import { pick } from 'lodash';
import { control, defineArea, type Platform, type Route } from '../frame';
import { routesOf } from './call';
import { collections } from './collections';
import { legacyRoutes } from './legacy';
import { compliance } from './compliance';
import { media } from './media';
import { messageFiles, sendFile } from './messageFiles';
import { messages } from './messages';
import { bots, people } from './people';
import { postAnswers, repost, search } from './posts';
import { powerstream } from './powerstream';
import { publishing } from './postsCreate';
import { seed } from './seed';
import type { CoreState } from './state';
import { renamed } from './render';

type Settings = CoreState['settings'] & Pick<Platform, 'strict'>;

/** What someone sends; the data in base64. */
type SentFile = Record<'from' | 'to' | 'name' | 'data', string> & { readonly type?: 'photo' | 'video' };

function known<T>(all: ReadonlyMap<string, T>, id: unknown): T {
	const found = all.get(String(id));
	if (!found) throw new Error(`There is no ${String(id)}`);
	return found;
}

/** Answers in the spelling that the state asks for. */
function spelled(route: Route<CoreState>): Route<CoreState> {
	const handler = async (...args: Parameters<Route<CoreState>['handler']>) => {
		const answer = await route.handler(...args);
		return args[0].vocabulary === 'post' ? { ...answer, body: renamed(answer.body) } : answer;
	};
	return { ...route, handler };
}

export const core = defineArea<CoreState>({
	name: 'core',
	createState: (platform: Platform) => seed(platform),
	routes: [
		...routesOf({
			...people,
			...bots,
			...postAnswers,
			...publishing,
			...collections,
			...search,
			...messages,
			...media,
			...messageFiles,
			...compliance,
		}),
		...powerstream,
		...legacyRoutes,
	].map(spelled),
	control: {
		vocabulary: control(
			'Answer in the newer (`post`) or the older (`tweet`) spelling: `{ name }`.',
			(state, input) => {
				state.vocabulary = input['name'] === 'post' ? 'post' : 'tweet';
			},
		),
		settings: control(
			"Change the settings, see `CoreState['settings']`, or whose contract holds: `{ strict: 'openapi' | 'pages' }`.",
			(state, input, platform) => {
				const { strict, ...settings } = input as Partial<Settings>;
				Object.assign(state.settings, settings);
				if (strict) platform.strict = strict;
				return { ...state.settings, strict: platform.strict };
			},
		),
		repost: control(
			'Someone reposts a Post: `{ author, post }`, both identifiers → the repost.',
			(state, input, platform) => {
				const author = known(state.users, input['author']);
				return repost(state, platform, author.id, known(state.posts, input['post']));
			},
		),
		file: control(
			'Someone sends a file: `{ from, to, name, data, type }`, the data in base64, `photo` or `video` → the event.',
			(state, input, platform) => {
				const { from, to, name, data, type = 'photo' } = input as SentFile;
				return sendFile(state, platform, [from, to], { name, type, content: Buffer.from(data, 'base64') });
			},
		),
		upload: control('What was uploaded: `{ id }` → size, SHA-256 in hex and segments.', (state, input) => {
			const upload = known(state.uploads, input['id']);
			const told = pick(upload, ['sha256', 'category', 'mediaType', 'altText', 'subtitles']);
			return { ...told, bytes: upload.received, segments: [...upload.segments.keys()] };
		}),
	},
});
