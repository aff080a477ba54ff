import { inAccount } from '../../shared/ads/locators';
import { choice, list } from '../../shared/fields';
import { broken, cursor, many, op } from '../../shared/operation/operation';
import { adsResource } from '../../shared/ads/children';
import { titled } from '../../shared/ads/fields';

interface Suggestion {
	readonly suggestion_type: string;
	readonly targeting_values: readonly string[];
}

/** A request is about either keywords or users. */
function* checkSuggestion({ suggestion_type: type, targeting_values: values }: Suggestion) {
	const wrong = type === 'USER_ID' ? values.find((each) => !/^\d+$/.test(each)) : undefined;
	if (wrong !== undefined)
		yield broken(
			'targeting_values',
			'pattern',
			`must hold user IDs of digits for the suggestion type "User ID", and "${wrong}" is none`,
		);
}

export const targetingSuggestionResource = adsResource('targetingSuggestion', 'Targeting Suggestion', {
	getMany: op({
		route: 'GET /12/accounts/{account_id}/targeting_suggestions',
		action: 'Get many targeting suggestions',
		description: 'Get keywords or users similar to given ones',
		fields: {
			...inAccount,
			suggestion_type: choice(titled('KEYWORD USER_ID'), { default: 'KEYWORD' }),
			targeting_values: list({
				label: 'Based On',
				placeholder: 'e.g. coffee,espresso',
				description: 'Keywords or user IDs to begin with, separated by commas',
			}),
		},
		paging: cursor(50),
		result: many(),
		check: checkSuggestion,
	}),
});
