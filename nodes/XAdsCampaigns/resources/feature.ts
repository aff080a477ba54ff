import { get, isString } from 'lodash';
import { inAccount } from '../../shared/ads/locators';
import { choices, filters } from '../../shared/fields';
import { op, type Result } from '../../shared/operation/operation';
import { FEATURES_TO_ASK, SANDBOX_FEATURES } from '../enums';
import { adsResource } from '../../shared/ads/children';

/** X answers with a list of keys. They become one item, even if there are none. */
const keys: Result = {
	isList: false,
	items: (body) => {
		const found: unknown = get(body, 'data');
		return Array.isArray(found) && found.every(isString) ? [{ feature_keys: found }] : [];
	},
};

const sandboxKeys = { ...inAccount, feature_keys: choices(SANDBOX_FEATURES, { label: 'Features' }) };

export const featureResource = adsResource('feature', 'Feature', {
	add: op({
		route: 'POST /12/accounts/{account_id}/features',
		action: 'Add features to a sandbox account',
		description: 'Give features to an account of the sandbox',
		environments: ['sandbox'],
		fields: sandboxKeys,
		result: keys,
	}),
	getMany: op({
		route: 'GET /12/accounts/{account_id}/features',
		action: 'Get the features of an account',
		description: 'Get the features that an account can use',
		fields: {
			...inAccount,
			...filters({
				feature_keys: choices(FEATURES_TO_ASK, {
					label: 'Features',
					description: 'Only check for these',
				}),
			}),
		},
		result: keys,
	}),
	remove: op({
		route: 'DELETE /12/accounts/{account_id}/features',
		action: 'Remove features from a sandbox account',
		description: 'Take features from an account of the sandbox',
		environments: ['sandbox'],
		fields: sandboxKeys,
		result: keys,
	}),
});
