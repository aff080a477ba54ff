/** What can be targeted: the values that the documentation shows of the searches below /12/targeting_criteria. */
import { operationOf, sampleOf } from '../../facts';
import { text, type Json } from './state';

type Option = Readonly<Record<string, Json>>;

const shownOf = (segment: string): readonly Option[] => {
	const { data } = sampleOf(operationOf(`GET /12/targeting_criteria/${segment}`)).answer as {
		data: Option[];
	};
	return data;
};

/** The identifier that is printed most for the United States. */
export const UNITED_STATES = '96683cc9126741d1';

export const locations: readonly Option[] = [
	...shownOf('locations'),
	{
		name: 'United States',
		targeting_type: 'LOCATION',
		targeting_value: UNITED_STATES,
		location_type: 'COUNTRIES',
		country_code: 'US',
	},
];

export const tvMarkets = shownOf('tv_markets');

/** The documented shows once for each market; their values are numbers on the wire. */
export const tvShows = tvMarkets.flatMap(({ locale }, index) =>
	shownOf('tv_shows').map((show) => {
		const [language = '', country = ''] = text(locale).split('-');
		return {
			...show,
			targeting_value: Number(show.targeting_value) + index,
			locales: [{ language, country }],
		};
	}),
);

const SEGMENTS = [
	'app_store_categories',
	'conversations',
	'devices',
	'interests',
	'languages',
	'network_operators',
	'platform_versions',
	'platforms',
];

const known = [
	...SEGMENTS.flatMap(shownOf),
	...locations,
	...tvShows.map((show) => ({ ...show, targeting_type: 'TV_SHOW' })),
];

/** The option that a targeting value stands for; undefined when the value is unknown or the type has no list. */
export const findOption = (type: string, value: string): Option | undefined =>
	known.find((option) => option.targeting_type === type && text(option.targeting_value) === value);

export const hasOptions = (type: string): boolean =>
	known.some(({ targeting_type: listed }) => listed === type);
