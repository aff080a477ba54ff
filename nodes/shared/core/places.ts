/**
 * Places with trends of their own, by their "Where On Earth" number: the countries, and some of their most requested
 * cities. https://docs.x.com/x-api/trends/trends-by-woeid/introduction
 */
import { fromPairs, pick } from 'lodash';
import { choice, formOnly, number, text, when, type Choices } from '../fields';
import type { Field } from '../operation/operation';
import { asText } from '../util/text';

/** Reads places that are written as number and name. */
const placesIn = (table: string): Choices =>
	fromPairs(table.split(',').map((each) => /^(\d+) (.+)$/.exec(each.trim())?.slice(1) ?? []));

const COUNTRIES = placesIn(`
	23424740 Algeria, 23424747 Argentina, 23424748 Australia, 23424750 Austria, 23424753 Bahrain,
	23424765 Belarus, 23424757 Belgium, 23424768 Brazil, 23424775 Canada, 23424782 Chile, 23424787 Colombia,
	23424796 Denmark, 23424800 Dominican Republic, 23424801 Ecuador, 23424802 Egypt, 23424819 France,
	23424829 Germany, 23424824 Ghana, 23424833 Greece, 23424834 Guatemala, 23424848 India,
	23424846 Indonesia, 23424803 Ireland, 23424852 Israel, 23424853 Italy, 23424856 Japan, 23424860 Jordan,
	23424863 Kenya, 23424870 Kuwait, 23424874 Latvia, 23424873 Lebanon, 23424901 Malaysia, 23424900 Mexico,
	23424909 Netherlands, 23424916 New Zealand, 23424908 Nigeria, 23424910 Norway, 23424898 Oman,
	23424922 Pakistan, 23424924 Panama, 23424919 Peru, 23424934 Philippines, 23424923 Poland,
	23424925 Portugal, 23424935 Puerto Rico, 23424930 Qatar, 23424936 Russia, 23424938 Saudi Arabia,
	23424948 Singapore, 23424942 South Africa, 23424868 South Korea, 23424950 Spain, 23424954 Sweden,
	23424957 Switzerland, 23424960 Thailand, 23424969 Turkey, 23424976 Ukraine,
	23424738 United Arab Emirates, 23424975 United Kingdom, 23424977 United States, 23424982 Venezuela,
	23424984 Vietnam`);

const CITIES = placesIn(`
	727232 Amsterdam, 753692 Barcelona, 638242 Berlin, 468739 Buenos Aires, 2379574 Chicago, 20070458 Delhi,
	560743 Dublin, 2344116 Istanbul, 1047378 Jakarta, 1582504 Johannesburg, 1154781 Kuala Lumpur,
	1398823 Lagos, 44418 London, 766273 Madrid, 1199477 Manila, 1103816 Melbourne, 116545 Mexico City,
	2295411 Mumbai, 2459115 New York, 15015370 Osaka, 615702 Paris, 455827 São Paulo, 906057 Stockholm,
	1105779 Sydney, 1118370 Tokyo, 4118 Toronto`);

/** For other places with trends: their number has its own field. */
const BY_NUMBER = 'woeid';

const WORLDWIDE = '1';

const places = choice(
	{ ...COUNTRIES, ...CITIES, [WORLDWIDE]: 'Worldwide', [BY_NUMBER]: 'By WOEID' },
	{ label: 'Place', default: WORLDWIDE, description: 'The place to get trends for' },
);

export const place = {
	woeid: {
		...places,
		name: 'place',
		// The number of another place is none of the menu. If it is empty or wrong, its own field reports that.
		...pick(text({ pattern: /^([1-9]\d*|woeid)$/, shape: 'a place of the menu or its WOEID' }), 'encode'),
		read: (parameter) => {
			const [chosen, number] = [parameter('place'), parameter('woeid')];
			return chosen === BY_NUMBER && /^[1-9]\d*$/.test(asText(number).trim()) ? number : chosen;
		},
	} satisfies Field<string>,
	otherPlace: when(
		{ place: [BY_NUMBER] },
		formOnly({
			...number({
				label: 'WOEID',
				min: 1,
				default: 1,
				description:
					'The <a href="https://docs.x.com/x-api/trends/trends-by-woeid/introduction">"Where On Earth" number</a> of any other place that X has trends for: 1 is the world, 23424977 the United States',
			}),
			name: 'woeid',
		}),
	),
};
