import { accountChildren, adsResource } from '../../shared/ads/children';
import { leadForm } from '../../shared/ads/leadForms';
import { withDeleted } from '../../shared/ads/listFields';
import { body, choice, flag, group, required, rows, text, additional, update } from '../../shared/fields';
import { broken, cursor } from '../../shared/operation/operation';
import { titled } from '../../shared/ads/fields';

const LEAD_FIELDS = titled(`
	EMAIL PHONE_NUMBER STREET_ADDRESS CITY STATE COUNTRY ZIP_CODE FULL_NAME FIRST_NAME LAST_NAME DATE_OF_BIRTH
	COMPANY_NAME JOB_TITLE WORK_EMAIL WORK_PHONE_NUMBER GENDER HANDLE`);

/** The fields of a lead form: https://docs.x.com/x-ads-api/lead-generation/reference */
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

const contents = () => ({
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

const pages = () => ({
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
function* checkForm({ fields, final_page: finalPage }: LeadFormValues) {
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

const forms = accountChildren({
	segment: 'lead_forms',
	locator: leadForm,
	simplified: 'id name purpose fields privacy_policy introduction final_page created_at updated_at deleted',
	isListedById: false,
});

export const leadFormResource = adsResource('leadForm', 'Lead Form', {
	create: forms.creation(
		'Create a form in which people enter their details; a card opens it',
		{ ...contents(), ...additional(pages()) },
		{ check: checkForm },
	),
	delete: forms.remove(
		'Archive a lead form: it takes no more leads, and the leads it has can no longer be exported',
	),
	get: forms.get('Get one lead form'),
	getMany: forms.listOf('Get the lead forms of an account, newest first', withDeleted, {
		paging: cursor(200),
	}),
	update: forms.change(
		'Change a lead form; groups of fields and the questions are replaced as a whole',
		update({ ...contents(), ...pages() }),
		{ check: checkForm },
	),
});
