/** News stories, streaming connections, rules and notes that are there from the start. */
import { me } from '../identities';
import type { Platform } from '../platform';
import { idAt } from '../platform';
import type { CoreState } from './state';

const hour = 3_600_000;
const topics = ['Elections', 'Football', 'Space', 'Markets', 'Climate', 'Film', 'Chips', 'Health'];

export function seedStories(platform: Platform, state: CoreState): void {
	const now = platform.clock.now();
	const posts = [...state.posts.keys()];
	for (let index = 0; index < 48; index += 1) {
		const at = now - index * 5 * hour;
		const topic = topics[index % topics.length] ?? 'News';
		const id = String(idAt(at));
		state.news.set(id, {
			id,
			name: `${topic}: what happened on day ${48 - index}`,
			category: index % 2 === 0 ? 'News' : 'Sports',
			summary: `People talk about ${topic.toLowerCase()}, and several sources report on it.`,
			hook: `Why ${topic.toLowerCase()} is everywhere today`,
			disclaimer: 'This story is a summary of Posts and may change.',
			keywords: [topic.toLowerCase(), 'today'],
			contexts: { topics: [topic], entities: { organizations: ['Acme'], people: [] } },
			cluster_posts_results: posts.slice(index, index + 3).map((post_id) => ({ post_id })),
			updated_at: new Date(at).toISOString(),
			last_updated_at_ms: String(at),
		});
	}
	for (let index = 0; index < 14; index += 1) {
		const id = `11111111-2222-4333-8444-${String(index).padStart(12, '0')}`;
		const ended = index >= 4;
		state.connections.set(id, {
			id,
			endpoint_name: index % 2 === 0 ? 'filtered_stream' : 'sample_stream',
			connected_at: new Date(now - (index + 1) * hour).toISOString(),
			client_ip: `192.0.2.${index + 1}`,
			...(ended && {
				disconnected_at: new Date(now - index * hour).toISOString(),
				disconnect_reason: 'client_disconnect',
			}),
		});
	}
	for (const [value, tag] of [
		['from:acme_support', 'own'],
		['#acme lang:en', 'brand'],
	] as const) {
		const id = platform.newId();
		state.powerstreamRules.set(id, { id, value, tag });
	}
	for (let index = 0; index < 12; index += 1) {
		const id = platform.newId();
		state.notes.set(id, {
			id,
			author_id: me.id,
			info: {
				post_id: posts[index * 3] ?? '',
				text: `The numbers come from https://stats.example/${index}`,
				classification: 'misinformed_or_potentially_misleading',
				misleading_tags: ['missing_important_context'],
				trustworthy_sources: true,
			},
			status: 'needs_more_ratings',
		});
	}
}
