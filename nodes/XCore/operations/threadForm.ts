/** The form of a thread takes its Posts in a list, or one from each input item. */
import {
	choice,
	formChoice,
	formNumber,
	formOnly,
	ids,
	list,
	number,
	oneOf,
	optional,
	options,
	rows,
	text,
	when,
	whenSibling,
	type RowOf,
} from '../../shared/fields';
import { broken, InvalidValue, type Field, type ValuesOf } from '../../shared/operation/operation';
import { asText } from '../../shared/util/text';
import { fileNames, filesAltText } from './filesFromInput';
import { REPLY_SETTINGS } from './newPost';

const said = () =>
	text({
		label: 'Text',
		rows: 4,
		max: 100_000,
		description: 'One cashtag ($ACME) in a Post, unless the app has Enterprise access',
	});

const attachment = () =>
	oneOf(
		{ media: 'Media by ID', file: 'Files From Input', none: 'None', poll: 'Poll' },
		{ label: 'Attachment', default: 'none', description: 'What to attach to the Post' },
	);

const mediaIds = () => ({
	...ids({ label: 'Media IDs', max: 4, description: 'Up to 4 images, or one GIF or video' }),
	name: 'media_id',
});

const linesField = list({ label: 'Poll Options', description: '2 to 4 options, one on each line' });

/** The options of a poll, one per line, because they may contain commas. */
const pollOptions = (): Field<string[]> => ({
	...linesField,
	...(linesField.property && { property: { ...linesField.property, typeOptions: { rows: 4 } } }),
	encode: (value) => {
		const lines = Array.isArray(value) ? value.map(asText) : asText(value).split('\n');
		const given = lines.map((line) => line.trim()).filter((line) => line !== '');
		if (given.length === 0) return undefined;
		if (given.length < 2 || given.length > 4)
			throw new InvalidValue('minItems', `needs 2 to 4 options, and has ${given.length}`);
		const long = given.find((option) => Array.from(option).length > 25);
		if (long !== undefined)
			throw new InvalidValue('maxLength', `takes options of up to 25 characters, and "${long}" is longer`);
		return given;
	},
});

const pollMinutes = () => number({ label: 'Poll Duration (Minutes)', min: 5, max: 10_080, default: 1440 });

const ofAttachment = (kind: string) => ({ attachment: [kind] });

const row = {
	attachment: attachment(),
	altText: whenSibling(ofAttachment('file'), filesAltText()),
	binaryProperty: whenSibling(ofAttachment('file'), fileNames()),
	media_ids: whenSibling(ofAttachment('media'), mediaIds()),
	pollMinutes: whenSibling(ofAttachment('poll'), pollMinutes()),
	pollOptions: whenSibling(ofAttachment('poll'), pollOptions()),
	text: said(),
};

export type WrittenPost = RowOf<typeof row>;

const inList = { threadFrom: ['list'] };
const inItems = { threadFrom: ['items'] };
/** Not required in the form: if an expression chooses the attachment, n8n would require the fields of all kinds. */
const ofItem = <T>(kind: string, field: Field<T>) =>
	when({ ...inItems, ...ofAttachment(kind) }, optional(formOnly(field)));

export const textDivision = {
	longTexts: formChoice(
		{
			cut: ['Cut', 'Into several Posts, at the end of a sentence if possible'],
			keep: ['Leave', 'More than 280 counted characters needs Premium'],
		},
		{ default: 'cut' },
	),
	numbering: formChoice(
		{ none: 'None', after: 'After the Text (1/5)', before: 'Before the Text (1/5)' },
		{ label: 'Numbers', default: 'none' },
	),
};

export const longestPost = formNumber({
	label: 'Longest Post (Characters)',
	min: 40,
	max: 25_000,
	default: 280,
	description:
		'The length at which a text is split, in <a href="https://docs.x.com/fundamentals/counting-characters">counted characters</a>; more than 280 needs Premium',
});

export const threadFields = {
	threadFrom: formChoice(
		{
			list: ['List', 'A thread for each input item'],
			items: ['Input Items', 'One thread: each input item is a Post of it'],
		},
		{ label: 'Posts From', default: 'list' },
	),
	posts: when(inList, formOnly(rows(row, { placeholder: 'Add Post', entry: 'posts', toWire: (all) => all }))),
	attachment: when(inItems, formOnly(attachment())),
	text: when(inItems, optional(formOnly(said()))),
	media_ids: ofItem('media', mediaIds()),
	binaryProperty: ofItem('file', fileNames()),
	altText: ofItem('file', filesAltText()),
	pollOptions: ofItem('poll', pollOptions()),
	pollMinutes: ofItem('poll', pollMinutes()),
	...textDivision,
	...options({
		longest: longestPost,
		reply_settings: formOnly(choice(REPLY_SETTINGS, { label: 'Who Can Reply' })),
	}),
};

export type ThreadValues = ValuesOf<typeof threadFields>;

/** Returns the Posts of one input item. */
export const writtenPosts = (values: ThreadValues): readonly WrittenPost[] =>
	values.threadFrom === 'list' ? (values.posts ?? []) : [values];

const NEEDED: ReadonlyMap<string, 'media_ids' | 'binaryProperty' | 'pollOptions'> = new Map([
	['media', 'media_ids'],
	['file', 'binaryProperty'],
	['poll', 'pollOptions'],
] as const);

/** Every Post has a text or an attachment; a poll needs a text. */
export function* checkThread(values: ThreadValues) {
	for (const [index, post] of writtenPosts(values).entries()) {
		const at = (field: keyof WrittenPost) =>
			values.threadFrom === 'list' ? (`posts.${index}.${field}` as const) : field;
		const { attachment: kind = 'none', text: says = '' } = post;
		const needed = NEEDED.get(kind);
		if (needed !== undefined && post[needed] === undefined)
			yield broken(at(needed), 'required', 'is required');
		if (says.trim() === '' && (kind === 'none' || kind === 'poll'))
			yield broken(at('text'), 'required', 'is required for a Post without media');
	}
}
