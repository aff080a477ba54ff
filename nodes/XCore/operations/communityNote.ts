/** This file submits a Community Note. https://docs.x.com/x-api/community-notes/introduction */
import type { INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod';
import { choice, choices, flag, formOnly, optional, text, when } from '../../shared/fields';
import { broken, type BrokenRule, type Call, type ValuesOf } from '../../shared/operation/operation';
import { post } from '../../shared/core/locators';

export const testMode = flag({
	label: 'Test Mode',
	default: true,
	description: 'Whether to work on test notes. X takes real ones from admitted note writers only.',
});

const noteText = text({
	label: 'Note Text',
	rows: 3,
	max: 2000,
	description: 'The note. It needs a link to a source, here or in Source URL.',
});

const sourceUrl = text({
	label: 'Source URL',
	placeholder: 'e.g. https://example.com/source',
	description: 'Link to a source, added at the end of the note',
});

const MISLEADING = 'misinformed_or_potentially_misleading';

export const noteFields = {
	post_id: post(),
	'info.text': { ...formOnly(noteText), name: 'note_text' },
	source_url: { ...formOnly(optional(sourceUrl)), name: 'url' },
	'info.classification': choice(
		{ [MISLEADING]: 'Misinformed or Potentially Misleading', not_misleading: 'Not Misleading' },
		{ label: 'Classification', default: MISLEADING },
	),
	'info.misleading_tags': when(
		{ info_classification: [MISLEADING] },
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
			{ label: 'Misleading Tags', description: 'Why the Post is misleading' },
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
};

type Note = ValuesOf<typeof noteFields>;

/** The text with the source at its end: X requires an address in the text. */
const withSource = ({ 'info.text': note, source_url: source }: Note): string =>
	source === undefined ? note : `${note} ${source}`;

/** Checks the rules across the fields of a note. */
export function* checkNote(note: Note): Generator<BrokenRule<'info.text'>> {
	if (!/https?:\/\/\S+/.test(withSource(note)))
		yield broken('info.text', 'source', 'must hold the address of a source, or {source_url} must');
}

const bodySchema = z.object({ info: z.record(z.unknown()).default({}) }).passthrough();

/** Submits a note. */
export async function createNote(call: Call<Note>): Promise<INodeExecutionData[]> {
	const request = call.request();
	const body = bodySchema.parse(request.body);
	// X requires the list of tags even if it is empty.
	const info = { misleading_tags: [], ...body.info, text: withSource(call.values) };
	return await call.sendAndOutput({ ...request, body: { ...body, info } });
}
