import { deleted, many, op, token, user, type Resource, type Values } from '../../shared/operation/operation';
import {
	choice,
	choices,
	filters,
	flag,
	id,
	optional,
	query,
	formOnly,
	text,
	when,
} from '../../shared/fields';
import { startPage } from '../common';
import { post } from '../entities';
import { postSelection, selectionOf } from '../selections';
import { entities } from '../../shared/model/entities';

const write = user('tweet.write');
const read = user('tweet.read');

const testMode = flag({
	label: 'Test Mode',
	default: true,
	description: 'Whether to work on test notes. The platform takes real ones from admitted note writers only.',
});

const noteText = (label: string) =>
	text({
		label,
		rows: 3,
		max: 2000,
		description: 'The note, with the address of a source in it or in Source URL',
	});

/** The text with the source at its end: the platform wants an address in the text. */
const withSource = (said: unknown, source: unknown): string =>
	[said, source].filter((part) => typeof part === 'string' && part !== '').join(' ');

/** Brief: change history; facts section 10. */
export const communityNoteResource: Resource = {
	value: 'communityNote',
	name: 'Community Note',
	operations: {
		create: op({
			route: 'POST /2/notes',
			name: 'Create',
			action: 'Create a community note',
			description: 'Submit a note on a Post. Needs an account admitted to the AI Note Writers pilot.',
			auth: write,
			fields: {
				post_id: post(),
				'info.text': { ...formOnly(noteText('Note Text')), name: 'note_text' },
				source_url: {
					...formOnly(
						optional(
							text({
								label: 'Source URL',
								placeholder: 'e.g. https://example.com/source',
								description: 'An address that supports the note; added at its end',
							}),
						),
					),
					name: 'url',
				},
				'info.classification': choice(
					{
						misinformed_or_potentially_misleading: 'Misinformed or Potentially Misleading',
						not_misleading: 'Not Misleading',
					},
					{ label: 'Classification', default: 'misinformed_or_potentially_misleading' },
				),
				'info.misleading_tags': when(
					{ info_classification: ['misinformed_or_potentially_misleading'] },
					choices(
						{
							disputed_claim_as_fact: 'Disputed Claim as Fact',
							factual_error: 'Factual Error',
							manipulated_media: 'Manipulated Media',
							misinterpreted_satire: 'Misinterpreted Satire',
							missing_important_context: 'Missing Important Context',
							other: 'Other',
							outdated_information: 'Outdated Information',
						},
						{ label: 'Misleading Tags', description: 'Why the Post misleads' },
					),
				),
				'info.trustworthy_sources': flag({
					label: 'Trustworthy Sources',
					default: true,
					description: 'Whether most people would trust the sources',
				}),
				'info.is_media_note': flag({
					label: 'Media Note',
					description: 'Whether the note is about the media of the Post, wherever it appears',
				}),
				test_mode: testMode,
			},
			check: checkNote,
			run: async (call) => {
				const request = call.request();
				const { info, ...rest } = request.body as { info: object };
				const note = withSource(call.values['info.text'], call.values.source_url);
				// The platform wants the list of tags also where there is nothing to tag.
				const whole = { misleading_tags: [], ...info, text: note };
				return await call.sendAndOutput({ ...request, body: { ...rest, info: whole } });
			},
		}),
		delete: op({
			route: 'DELETE /2/notes/{id}',
			name: 'Delete',
			action: 'Delete a community note',
			description: 'Delete one of your own notes',
			auth: write,
			fields: { id: id({ label: 'Note ID' }) },
			result: deleted('id'),
		}),
		evaluate: op({
			route: 'POST /2/notes/evaluate',
			name: 'Evaluate',
			action: 'Evaluate a drafted note',
			description: 'Get how opinionated the platform finds a draft, before it is submitted',
			auth: write,
			fields: { post_id: post(), note_text: text({ label: 'Note Text', rows: 3, description: 'The draft' }) },
		}),
		getMany: op({
			route: 'GET /2/notes/search/notes_written',
			name: 'Get Many',
			action: 'Get many community notes',
			description: 'Get the notes that the authenticated user has written',
			auth: read,
			fields: {
				test_mode: query(testMode),
				...selectionOf('communityNote'),
				...startPage,
			},
			paging: token(100),
			result: many(entities.communityNote),
		}),
		searchEligiblePosts: op({
			route: 'GET /2/notes/search/posts_eligible_for_notes',
			name: 'Search Eligible Posts',
			action: 'Search posts that are eligible for notes',
			description: 'Get Posts for which the platform asks for notes',
			auth: read,
			fields: {
				test_mode: query(testMode),
				...filters({
					post_selection: text({
						label: 'Post Selection',
						placeholder: 'e.g. feed_size: large, feed_lang: en',
						description: 'Which feed: its size (small, large, xl, xxl) and language',
					}),
				}),
				...postSelection,
				...startPage,
			},
			paging: token(100),
			result: many(entities.post),
		}),
	},
};

function* checkNote(values: Values): Generator<string> {
	const note = withSource(values['info.text'], values.source_url);
	if (!/https?:\/\/\S+/.test(note)) yield 'Note Text: must hold the address of a source, or Source URL must';
}
