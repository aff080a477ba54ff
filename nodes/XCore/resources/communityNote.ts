import { deleted, op, user, resource } from '../../shared/operation/operation';
import { filters, id, query, text } from '../../shared/fields';
import { post } from '../../shared/core/locators';
import { checkNote, createNote, noteFields, testMode } from '../operations/communityNote';
import { readPages } from '../../shared/core/selections';

const write = user('tweet.write');
const read = user('tweet.read');

/** Community Notes: https://docs.x.com/x-api/community-notes/introduction */
export const communityNoteResource = resource({
	value: 'communityNote',
	auth: [read, write],
	operations: {
		create: op({
			route: 'POST /2/notes',
			action: 'Create a community note',
			description: 'Submit a note on a Post. Needs an account admitted to the AI Note Writers pilot.',
			fields: noteFields,
			check: checkNote,
			run: createNote,
		}),
		delete: op({
			route: 'DELETE /2/notes/{id}',
			action: 'Delete a community note',
			description: 'Delete one of your own notes',
			fields: { id: id({ label: 'Note ID' }) },
			result: deleted('id'),
		}),
		evaluate: op({
			route: 'POST /2/notes/evaluate',
			action: 'Evaluate a drafted note',
			description: 'Get how opinionated X finds a draft, before it is submitted',
			fields: { post_id: post(), note_text: text({ rows: 3, description: 'The draft' }) },
		}),
		getMany: op({
			route: 'GET /2/notes/search/notes_written',
			action: 'Get many community notes',
			description: 'Get the notes that the authenticated user has written',
			...readPages('communityNote', { test_mode: query(testMode) }, 100),
		}),
		searchEligiblePosts: op({
			route: 'GET /2/notes/search/posts_eligible_for_notes',
			action: 'Search posts that are eligible for notes',
			description: 'Get Posts for which X asks for notes',
			...readPages(
				'post',
				{
					test_mode: query(testMode),
					...filters({
						post_selection: text({
							placeholder: 'e.g. feed_size: large, feed_lang: en',
							description: 'Which feed: its size (small, large, xl, xxl) and language',
						}),
					}),
				},
				100,
			),
		}),
	},
});
