/** Lead forms, their leads, and the exports behind them: https://docs.x.com/x-ads-api/lead-generation/reference */
import { accountChildren, adsResource, reads, writes } from '../../shared/ads/children';
import { leadForm } from '../../shared/ads/lists';
import { withDeleted, titled } from '../../shared/ads/fields';
import {
	body,
	choice,
	flag,
	group,
	required,
	rows,
	text,
	additional,
	update,
	constant,
	date,
	formNumber,
	optional,
	options,
	type Appearance,
} from '../../shared/fields';
import {
	broken,
	cursor,
	type Field,
	type Call,
	many,
	op,
	deleted,
	one,
} from '../../shared/operation/operation';
import { pick } from 'lodash';
import { NodeOperationError, type INodeExecutionData } from 'n8n-workflow';
import {
	awaitExport,
	downloadLeads,
	failedExport,
	startExport,
	type ExportJob,
	EXPORTS,
} from '../../shared/ads/leadExport';
import { inAccount } from '../../shared/ads/locators';
import { download, itemWithFile, outputFile } from '../../shared/core/files';
import { FailureError, toNodeApiError } from '../../shared/errors';
import { endsAfter } from '../../shared/operation/window';
import { counted } from '../../shared/report/wording';
import { asText } from '../../shared/util/text';
import { MINUTE } from '../../shared/util/time';

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

function epoch(look: Appearance): Field<number> {
	const moment = date(look);
	return {
		...pick(moment, 'property', 'label'),
		encode: (value, context) => {
			const written = moment.encode(value, context);
			return written === undefined ? undefined : Date.parse(written) / 1000;
		},
	};
}

const end = epoch({
	label: 'Submitted Before',
	description: 'Leads submitted before this time; all up to now if empty',
});

const leadsOfForm = {
	...inAccount,
	entity_type: body(constant('leads')),
	lead_form_id: body(leadForm()),
	start_epoch: body(
		epoch({ label: 'Submitted After', description: 'Leads submitted at this time or later' }),
	),
	end_epoch: body(
		optional({
			...end,
			encode: (value, context) => end.encode(value, context) ?? Math.floor(Date.now() / 1000),
		}),
	),
};

const waitOptions = options({
	max_export_minutes: formNumber({
		label: 'Max Wait for the Export (Minutes)',
		min: 0,
		max: 720,
		default: 10,
		description: 'How long to wait for the file. An export that takes longer is an error that names its ID.',
	}),
});

/** A period must end after it starts. Without an end, it ends now. */
const checkPeriod = endsAfter('start_epoch', 'end_epoch', true);

const USUAL_MINUTES = 10;

async function getLeads(call: Call): Promise<INodeExecutionData[]> {
	const { values, context, itemIndex } = call;
	const accountId = asText(values.account_id);
	const { api } = await call.on();
	const minutes = Number(values.max_export_minutes ?? USUAL_MINUTES);
	try {
		const begun = await startExport(api, call.request());
		const signal = context.getExecutionCancelSignal();
		const job = await awaitExport(api, accountId, begun, minutes * MINUTE, signal);
		if (job.isFailed) throw failedExport(job);
		if (!job.isReady) throw notReady(call, job, minutes);
		const leads = await downloadLeads(context, api, accountId, job.id);
		return leads.map((lead) => call.item({ lead_form_id: values.lead_form_id, ...lead }));
	} catch (error) {
		throw error instanceof FailureError ? toNodeApiError(context.getNode(), error.failure, itemIndex) : error;
	}
}

const notReady = ({ context, itemIndex }: Call, { id, status }: ExportJob, minutes: number) =>
	new NodeOperationError(
		context.getNode(),
		`The export ${id} was not ready after ${counted(minutes, 'minute')}${status === '' ? '' : ` (X says ${status})`}`,
		{
			itemIndex,
			description:
				'It goes on at X: ask for it later with Lead Export: Get and Lead Export: Download, or wait longer with Max Wait for the Export.',
		},
	);

export const leadOperations = adsResource('lead', 'Lead', {
	getMany: op({
		route: 'POST /12/accounts/{account_id}/ad-export/api/v1/exports',
		action: 'Get many leads',
		description: 'Get the leads of a form: the node starts an export, waits for it and reads its file',
		fields: { ...leadsOfForm, response_format: body(constant('json')), ...waitOptions },
		result: many(),
		commutes: true,
		check: checkPeriod,
		run: getLeads,
	}),
});

const ENDINGS: readonly (readonly [RegExp, string])[] = [
	[/json/, 'json'],
	[/csv/, 'csv'],
	[/spreadsheet|excel/, 'xlsx'],
];

type LeadDownloadCall = Call<{ readonly export_id: string; readonly outputProperty: string }>;

async function leadsFile(call: LeadDownloadCall): Promise<INodeExecutionData[]> {
	const { export_id, outputProperty } = call.values;
	const file = await download(call, call.request());
	const { content, type = 'application/octet-stream', name = `leads.${endingOf(type)}` } = file;
	const json = { export_id, file_name: name, mime_type: type, size: content.length };
	return [await itemWithFile(call, json, file, outputProperty, name)];
}

const endingOf = (type: string) => ENDINGS.find(([pattern]) => pattern.test(type))?.[1] ?? 'bin';

const ofOne = {
	...inAccount,
	export_id: text({ description: 'ID returned by Lead Export: Create' }),
};

export const leadExportResource = adsResource('leadExport', 'Lead Export', {
	create: op({
		route: `POST ${EXPORTS}`,
		action: 'Create a lead export',
		description:
			'Start an export of the leads of a form. Its file is ready later; for account administrators.',
		auth: writes,
		fields: {
			...leadsOfForm,
			response_format: body(
				choice(
					{ csv: 'CSV', json: 'JSON', xlsx: 'Excel' },
					{ label: 'Format', default: 'json', description: 'Of the file' },
				),
			),
		},
		result: one(),
		check: checkPeriod,
	}),
	delete: op({
		route: `DELETE ${EXPORTS}/{export_id}`,
		name: 'Cancel',
		action: 'Cancel a lead export',
		description: 'Cancel an export in progress',
		auth: writes,
		fields: ofOne,
		result: deleted('export_id'),
	}),
	download: op({
		route: `GET ${EXPORTS}/{export_id}/download`,
		action: 'Download a lead export',
		description: 'Download the file of an export that is ready',
		auth: reads,
		fields: { ...ofOne, outputProperty: outputFile },
		run: leadsFile,
	}),
	get: op({
		route: `GET ${EXPORTS}/{export_id}`,
		action: 'Get a lead export',
		description: 'Get the status of an export. It has a download_url once its file is ready.',
		auth: reads,
		fields: ofOne,
		result: one(),
	}),
});
