import { mapKeys } from 'lodash';
import { country } from '../../shared/ads/fields';
import { inAccount } from '../../shared/ads/locators';
import { choice, text, update } from '../../shared/fields';
import { broken, one, op, type Fields, type Values } from '../../shared/operation/operation';
import { adsResource } from '../../shared/ads/children';

const address = (whose: string) => ({
	address_city: text({ label: `${whose}City` }),
	address_country: country({ label: `${whose}Country Code` }),
	address_email: text({ label: `${whose}Email`, placeholder: 'e.g. name@email.com' }),
	address_first_name: text({ label: `${whose}First Name` }),
	address_last_name: text({ label: `${whose}Last Name` }),
	address_name: text({ label: `${whose}Company` }),
	address_postal_code: text({ label: `${whose}Postal Code` }),
	address_region: text({ label: `${whose}Region` }),
	address_street1: text({ label: `${whose}Street 1` }),
	address_street2: text({ label: `${whose}Street 2` }),
});

const taxes: Fields & typeof inAccount = {
	...inAccount,
	...update({
		...address(''),
		...mapKeys(address('Client '), (_, key) => `client_${key}`),
		bill_to: choice({ ADVERTISER: 'Advertiser', AGENCY: 'Agency' }),
		business_relationship: choice({ AGENCY: 'Agency', SELF: 'Self' }),
		invoice_jurisdiction: choice({ LOI_SAPIN: 'Loi Sapin', NONE: 'None', NOT_SET: 'Not Set' }),
		tax_category: choice({
			BUSINESS_NO_VAT: 'Business Without VAT',
			BUSINESS_WITH_VAT: 'Business With VAT',
			INDIVIDUAL: 'Individual',
		}),
		tax_exemption_id: text(),
		tax_id: text(),
	}),
};

/** Only agencies have clients. */
function* checkClient(values: Values) {
	const client = Object.keys(values).find((key) => key.startsWith('client_') && values[key] !== undefined);
	if (client !== undefined && values.business_relationship === 'SELF')
		yield broken(client, 'agency', 'can be set only where {business_relationship} is "Agency"');
}

export const taxSettingResource = adsResource('taxSetting', 'Tax Setting', {
	get: op({
		route: 'GET /12/accounts/{account_id}/tax_settings',
		action: 'Get the tax settings',
		description: 'Get the tax settings of an account',
		fields: inAccount,
		result: one(),
	}),
	update: op({
		route: 'PUT /12/accounts/{account_id}/tax_settings',
		action: 'Update the tax settings',
		description: 'Change the tax settings of an account; a field that is added and left empty is unset',
		fields: taxes,
		result: one(),
		check: checkClient,
	}),
});
