import { z } from 'zod';
import { broken, deleted, op, user, type Resource } from '../../shared/operation/operation';
import {
	choice,
	choices,
	filters,
	flag,
	formOnly,
	id,
	optional,
	query,
	text,
	when,
} from '../../shared/fields';
import { post } from '../entities';
import { readPages } from '../selections';

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

interface NoteValues {
	readonly 'info.text': string;
	readonly source_url?: string | undefined;
}

/** The text with the source at its end: the platform wants an address in the text. */
const withSource = ({ 'info.text': note, source_url: source }: NoteValues): string =>
	source === undefined ? note : `${note} ${source}`;

/** Community Notes: https://docs.x.com/x-api/community-notes/introduction */
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
			check: function* (values) {
				if (!/https?:\/\/\S+/.test(withSource(values)))
					yield broken('info.text', 'source', 'must hold the address of a source, or {source_url} must');
			},
			run: async (call) => {
				const request = call.request();
				const body = bodySchema.parse(request.body);
				const info = { misleading_tags: [], ...body.info, text: withSource(call.values) };
				return await call.sendAndOutput({ ...request, body: { ...body, info } });
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
			...readPages(
				'communityNote',
				{
					test_mode: query(testMode),
				},
				100,
			),
		}),
		searchEligiblePosts: op({
			route: 'GET /2/notes/search/posts_eligible_for_notes',
			name: 'Search Eligible Posts',
			action: 'Search posts that are eligible for notes',
			description: 'Get Posts for which the platform asks for notes',
			auth: read,
			...readPages(
				'post',
				{
					test_mode: query(testMode),
					...filters({
						post_selection: text({
							label: 'Post Selection',
							placeholder: 'e.g. feed_size: large, feed_lang: en',
							description: 'Which feed: its size (small, large, xl, xxl) and language',
						}),
					}),
				},
				100,
			),
		}),
	},
};

/** The platform wants the list of tags also where there is nothing to tag. */
const bodySchema = z.object({ info: z.record(z.unknown()).default({}) }).passthrough();
