import { accountChildren, adsResource } from '../../shared/ads/children';
import { leadForm } from '../../shared/ads/leadForms';
import { withDeleted } from '../../shared/ads/listFields';
import { inAccount } from '../../shared/ads/locators';
import { additional, update } from '../../shared/fields';
import { cursor, op } from '../../shared/operation/operation';
import { checkForm, contents, pages } from '../leads/formFields';

const forms = accountChildren({
	segment: 'lead_forms',
	locator: leadForm,
	simplified: 'id name purpose fields privacy_policy introduction final_page created_at updated_at deleted',
	isListedById: false,
});

export const leadFormResource = adsResource('leadForm', 'Lead Form', {
	create: op({
		...forms.create,
		description: 'Create a form in which people enter their details; a card opens it',
		fields: { ...inAccount, ...contents(), ...additional(pages()) },
		check: checkForm,
	}),
	delete: forms.remove(
		'Archive a lead form: it takes no more leads, and the leads it has can no longer be exported',
	),
	get: forms.get('Get one lead form'),
	getMany: op({
		...forms.getMany,
		description: 'Get the lead forms of an account, newest first',
		fields: { ...inAccount, ...withDeleted },
		paging: cursor(200),
	}),
	update: op({
		...forms.update,
		description: 'Change a lead form; groups of fields and the questions are replaced as a whole',
		fields: { ...forms.fields, ...update({ ...contents(), ...pages() }) },
		check: checkForm,
	}),
});
