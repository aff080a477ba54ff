import { choice, list } from '../../shared/fields';
import { cursor, many, op } from '../../shared/operation/operation';
import { asText } from '../../shared/util/text';
import { reads } from '../auth';
import { inAccount } from '../locators';
import { adsResource } from '../resource';
import { SUGGESTION_TYPES } from '../enums';

/** Keywords and users are asked for apart. */
function* checkSuggestion({
	suggestion_type: type,
	targeting_values: values,
}: Readonly<Record<string, unknown>>) {
	const given: unknown[] = Array.isArray(values) ? values : [];
	const wrong = type === 'USER_ID' && given.find((each) => !/^\d+$/.test(asText(each)));
	if (wrong)
		yield `Based On: must hold user IDs of digits for the suggestion type "User ID", and "${asText(wrong)}" is none`;
}

/** Documentation: targeting suggestions. */
export const targetingSuggestionResource = adsResource('targetingSuggestion', 'Targeting Suggestion', {
	getMany: op({
		route: 'GET /12/accounts/{account_id}/targeting_suggestions',
		name: 'Get Many',
		action: 'Get many targeting suggestions',
		description: 'Get keywords or users that are like given ones',
		auth: reads,
		fields: {
			...inAccount,
			suggestion_type: choice(SUGGESTION_TYPES, { label: 'Suggestion Type', default: 'KEYWORD' }),
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
