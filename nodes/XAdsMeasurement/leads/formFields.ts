/** The fields of a lead form: https://docs.x.com/x-ads-api/lead-generation/reference */
import { body, choice, flag, group, required, rows, text } from '../../shared/fields';
import { broken } from '../../shared/operation/operation';
import { LEAD_FIELDS } from '../enums';

const httpsAddress = (description: string) =>
	text({
		label: 'URL',
		placeholder: 'e.g. https://example.com/privacy',
		pattern: /^https:\/\/[^\s/]+\S*$/,
		shape: 'a web address that begins with https://',
		description,
	});

const notBlank = (label: string, max: number, description?: string) =>
	text({
		label,
		max,
		pattern: /\S/,
		shape: 'more than blanks',
		...(description !== undefined && { description }),
	});

const page = {
	headline: required(notBlank('Headline', 190)),
	description: text({ max: 1000 }),
};

export const contents = () => ({
	name: body(text({ label: 'Name', min: 1, max: 255 })),
	purpose: body(
		text({
			label: 'Purpose',
			placeholder: 'e.g. Collect newsletter signups',
			min: 1,
			max: 1000,
			description: 'What the answers are collected for',
		}),
	),
	fields: body(
		rows(
			{
				key: required(choice(LEAD_FIELDS, { label: 'Question', default: 'EMAIL' })),
				is_required: flag({
					label: 'Required',
					default: true,
					description: 'Whether people have to answer it',
				}),
			},
			{
				label: 'Questions',
				placeholder: 'Add Question',
				min: 1,
				description: 'What people are asked, in this order; at least one must be required',
				toWire: (asked) => asked.map(({ key, is_required: must = true }) => ({ key, optional: !must })),
			},
		),
	),
	privacy_policy: body(
		group(
			{
				url: required(httpsAddress('The page with the privacy policy')),
				company_name: required(notBlank('Company Name', 255)),
			},
			{ label: 'Privacy Policy', placeholder: 'Add Privacy Policy' },
		),
	),
});

export const pages = () => ({
	introduction: body(
		group(page, {
			placeholder: 'Add Introduction',
			description: 'What the form begins with',
		}),
	),
	final_page: body(
		group(
			{
				...page,
				title: notBlank('Button Title', 100, 'A button that leads on; it needs a URL too'),
				url: { ...httpsAddress('Where the button leads to'), label: 'Button URL' },
			},
			{
				placeholder: 'Add Final Page',
				description: 'What people see after they have sent the form',
				toWire: ({ title, url, ...rest }) => ({
					...rest,
					...((title !== undefined || url !== undefined) && { cta_button: { title, url } }),
				}),
			},
		),
	),
});

interface LeadFormValues {
	readonly fields?:
		readonly { readonly key: string; readonly optional?: boolean | undefined }[] | '' | undefined;
	readonly final_page?:
		| { readonly cta_button?: { readonly title?: string | undefined; readonly url?: string | undefined } }
		| ''
		| undefined;
}

/** Each question may occur once, at least one must be required, and a button needs both a title and an address. */
export function* checkForm({ fields, final_page: finalPage }: LeadFormValues) {
	const asked = fields === '' || fields === undefined ? [] : fields;
	const keys = asked.map(({ key }) => key);
	const twice = keys.find((key, index) => keys.indexOf(key) !== index);
	if (twice !== undefined) yield broken('fields', 'uniqueItems', `must ask for ${twice} once`);
	if (asked.length > 0 && asked.every(({ optional }) => optional === true))
		yield broken('fields', 'contains', 'must have at least one question that is required');
	const { title, url } = (finalPage === '' ? undefined : finalPage?.cta_button) ?? {};
	if ((title === undefined) !== (url === undefined))
		yield broken(
			title === undefined ? 'final_page.title' : 'final_page.url',
			'required',
			'is required where there is a button',
		);
}
