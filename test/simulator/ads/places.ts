/** Where people are: countries, regions, metros, cities and a couple of thousand postal codes. */
export interface Place {
	readonly name: string;
	readonly type: 'COUNTRIES' | 'REGIONS' | 'METROS' | 'CITIES' | 'POSTAL_CODES';
	readonly country: string;
	readonly id?: string;
}

const countryNames =
	'AE United Arab Emirates|AR Argentina|AT Austria|AU Australia|BE Belgium|BR Brazil|CA Canada|CH Switzerland|CL Chile|CO Colombia|CZ Czech Republic|DE Germany|DK Denmark|EG Egypt|ES Spain|FI Finland|FR France|GB United Kingdom|GR Greece|HK Hong Kong|HU Hungary|ID Indonesia|IE Ireland|IL Israel|IN India|IT Italy|JP Japan|KE Kenya|KR South Korea|KW Kuwait|MX Mexico|MY Malaysia|NG Nigeria|NL Netherlands|NO Norway|NZ New Zealand|PE Peru|PH Philippines|PL Poland|PT Portugal|QA Qatar|RO Romania|SA Saudi Arabia|SE Sweden|SG Singapore|TH Thailand|TR Turkey|TW Taiwan|UA Ukraine|VE Venezuela|VN Vietnam|ZA South Africa';

const states =
	'Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Georgia|Hawaii|Idaho|Illinois|Indiana|Iowa|Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|Mississippi|Missouri|Montana|Nebraska|Nevada|New Hampshire|New Jersey|New Mexico|New York|North Carolina|North Dakota|Ohio|Oklahoma|Oregon|Pennsylvania|Rhode Island|South Carolina|South Dakota|Tennessee|Texas|Utah|Vermont|Virginia|Washington|West Virginia|Wisconsin|Wyoming';

const metros =
	'Atlanta GA|Boston MA|Chicago IL|Dallas-Ft. Worth TX|Denver CO|Houston TX|Los Angeles CA|Miami FL|New York NY|Seattle WA';

const cities: readonly (readonly [string, string, string?])[] = [
	['Los Angeles, Los Angeles CA, CA, USA', 'US', '3b77caf94bfc81fe'],
	['East Los Angeles, Los Angeles CA, CA, USA', 'US', '67571a7baaa5906b'],
	['Lake Los Angeles, Los Angeles CA, CA, USA', 'US', 'ea9bfbd43c93400f'],
	['Los Gatos, San Francisco-Oakland-San Jose CA, CA, USA', 'US', 'a2de7c70b82b0ca0'],
	['London, England, GB', 'GB'],
	['Manchester, England, GB', 'GB'],
	['Tokyo, JP', 'JP'],
	['Osaka, JP', 'JP'],
	['Berlin, DE', 'DE'],
	['Paris, FR', 'FR'],
	['Toronto, Ontario, CA', 'CA'],
	['Sao Paulo, BR', 'BR'],
];

/** How many postal codes there are: more than two full pages. */
export const postalCodes = 2_400;

/** The identifier that is printed most for the United States. */
export const unitedStates = '96683cc9126741d1';

export const all: readonly Place[] = [
	...countryNames.split('|').map((text): Place => {
		const country = text.slice(0, 2);
		return { name: text.slice(3), type: 'COUNTRIES', country };
	}),
	{ name: 'United States', type: 'COUNTRIES', country: 'US', id: unitedStates },
	...states.split('|').map((name): Place => ({ name: `${name}, US`, type: 'REGIONS', country: 'US' })),
	{ name: 'San Francisco-Oakland-San Jose CA, US', type: 'METROS', country: 'US', id: '5122804691e5fecc' },
	...metros.split('|').map((name): Place => ({ name: `${name}, US`, type: 'METROS', country: 'US' })),
	...cities.map(([name, country, id]): Place => ({ name, type: 'CITIES', country, ...(id && { id }) })),
	...Array.from({ length: postalCodes }, (_, index): Place => {
		const name = `${String(90_001 + index)}, US`;
		return { name, type: 'POSTAL_CODES', country: 'US' };
	}),
];
