/** Turns the values of the form into a conversion. */
import { omitBy } from 'lodash';
import { sha256 } from '../../shared/ads/identifiers';
import { isName, type ConversionValues } from './fields';

export type Conversion = Readonly<Record<string, unknown>> & { readonly conversion_id: string };

const MADE_ID_LENGTH = 32;

/** Returns a conversion as it is sent. */
export function conversionOf(values: ConversionValues): Conversion {
	const { event_id: event } = values;
	const said = {
		conversion_time: values.conversion_time,
		[isName(event) ? 'event_name' : 'event_id']: event,
		identifiers: values.identifiers.list,
		value: values.value,
		price_currency: values.price_currency,
		number_items: values.number_items,
		description: values.description,
		event_source_url: values.event_source_url,
		contents: values.contents,
	};
	const known = omitBy(said, (value) => value === undefined);
	return { ...known, conversion_id: values.conversion_id ?? madeId(known) };
}

/** Derives an ID from the contents, so that the same conversion counts once however often it is sent. */
const madeId = (known: object) => sha256(JSON.stringify(known)).slice(0, MADE_ID_LENGTH);
