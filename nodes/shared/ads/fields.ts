/** Values that many operations of the Ads API take. */
import { date, flag, formOnly, list, text, type Appearance, type ListRules } from '../fields';

export const webAddress = (label: string, description: string) =>
	text({
		label,
		placeholder: 'e.g. https://example.com/sale',
		pattern: /^https?:\/\/[^\s/]+\S*$/,
		shape: 'a web address that begins with http:// or https://',
		description,
	});

export const countries = (rest: ListRules = {}) =>
	list({
		label: 'Country Codes',
		placeholder: 'e.g. US,GB',
		pattern: /^[A-Z]{2}$/,
		shape: 'a country code of two letters, such as US',
		entry: (code) => code.toUpperCase(),
		max: 200,
		description: 'Countries by their codes of two letters, separated by commas',
		...rest,
	});

export const country = (rest: Appearance = {}) =>
	text({
		label: 'Country Code',
		placeholder: 'e.g. US',
		pattern: /^[A-Z]{2}$/,
		shape: 'a country code of two capital letters, such as US',
		...rest,
	});

export const currency = (rest: Appearance = {}) =>
	text({
		label: 'Currency',
		placeholder: 'e.g. USD',
		pattern: /^[A-Z]{3}$/,
		shape: 'a currency code of three capital letters, such as USD',
		...rest,
	});

export const language = () =>
	text({
		label: 'Language',
		placeholder: 'e.g. en',
		pattern: /^[a-z]{2}$/,
		shape: 'a language code of two small letters, such as en',
		description: 'The language of the names',
	});

export const startTime = (rest: Appearance = {}) => date({ label: 'Start Time', ...rest });
export const endTime = (rest: Appearance = {}) => date({ label: 'End Time', ...rest });

/** A switch that no request carries. */
export const formFlag = (label: string, description: string) => formOnly(flag({ label, description }));
