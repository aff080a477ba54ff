import type { INodeParameters, INodeProperties, NodeParameterValueType } from 'n8n-workflow';
import type { Form } from './forms';
import { choices, shown } from './forms';

/** Short enough for every kind of ID. */
const ID = '={{ "19000" + $json.marker }}';
/** An amount that needs no further option. */
const AMOUNT = '={{ $json.marker }}';
/** X takes what is scheduled for some later time of the next twelve months. */
const IN_A_MONTH = '={{ $now.plus({ months: 1 }).toISO() }}';
const ADDRESS = '={{ "https://example.com/" + $json.marker }}';

/** Values of fields that take more than any text, by name; they are filled in where required or not. */
const samples: Record<string, NodeParameterValueType> = {
	attachment: 'none',
	binaryProperty: 'data',
	conversion_event: { __rl: true, mode: 'id', value: 'tw-o8z6j-o87ne' },
	call_to_action_url: ADDRESS,
	card_uris: '={{ "card://19000" + $json.marker }}',
	country_codes: 'US',
	criterion_type: 'FOLLOWERS_OF_USER',
	currency: 'EUR',
	daily_budget_amount_local_micro: AMOUNT,
	end_time: '13:00',
	feed_url: ADDRESS,
	fingerprint: 'f'.repeat(43),
	funded_amount_local_micro: AMOUNT,
	group_id: { __rl: true, mode: 'id', value: '={{ "g19000" + $json.marker }}' },
	image_link: ADDRESS,
	invite_code: '={{ "aB3dE6" + $json.marker }}',
	lead_form_id: { __rl: true, mode: 'id', value: '={{ "3f2b8c1a-8f4e-4a0b-9df2-01234567" + $json.marker }}' },
	link: ADDRESS,
	locale: { __rl: true, mode: 'id', value: 'en-US' },
	media_key: '={{ "3_190000000000000" + $json.marker }}',
	name: '={{ "Name " + $json.marker }}',
	note_text: '={{ "See https://example.com/" + $json.marker }}',
	optional: false,
	path: '={{ "/2/" + $json.marker }}',
	placements: { __rl: true, mode: 'id', value: 'ALL_ON_TWITTER' },
	price: '19.90 EUR',
	second_participant: { __rl: true, mode: 'id', value: '={{ "180000000000000" + $json.marker }}' },
	start_time: '12:00',
	text: '={{ "Hello " + $json.marker }}',
	tracking_tag_url: ADDRESS,
	url: ADDRESS,
	user_groups: { values: [60, 40].map((size) => ({ entity_ids: ID, size })) },
	username: '={{ "user_" + $json.marker }}',
	usernames: '={{ "user_" + $json.marker }}',
};

/** Members of a collection to fill in where a form has them, because it needs one. */
const MEMBERS: Record<string, NodeParameterValueType> = {
	always_allow_dms_from_subscribers: true,
	brand: '={{ "Brand " + $json.marker }}',
	email: '={{ "user" + $json.marker + "@example.com" }}',
	name: '={{ "Name " + $json.marker }}',
	pixel_id: 'o8z6j',
	tag: '={{ "Tag " + $json.marker }}',
	twclid: '={{ "click" + $json.marker }}',
};

/** What a test knows to exist, by the name of a field: an identifier, a text, a choice. */
export type Known = (name: string) => NodeParameterValueType | undefined;

/**
 * Parameters that fill the required fields of a form, taking what they can from the item's `marker`.
 *
 * @param known Values to prefer, filled in where the form shows the field.
 */
export function filled(form: Form, known: Known = () => undefined): INodeParameters {
	const values: INodeParameters = { ...form.values };
	for (const property of shown(form)) {
		const { name, required, type, options = [] } = property;
		if (name in values) continue;
		const value = known(name);
		if (value !== undefined) values[name] = located(property, value);
		else if (name in samples && type !== 'dateTime') values[name] = samples[name];
		else if (required || (name in samples && type === 'dateTime')) values[name] = sample(property);
		else if (type === 'collection') values[name] = collection(name, options as INodeProperties[]);
	}
	return values;
}

/** A value as its field keeps it: locators say how they were given. */
const located = ({ type }: INodeProperties, value: NodeParameterValueType): NodeParameterValueType =>
	type === 'resourceLocator' && typeof value === 'string' ? { __rl: true, mode: 'id', value } : value;

/** Members that only say how to send. */
const SETTINGS =
	/^(allow_large_amounts|check_bidding_rules|emptyExpressions|failOnPartialErrors|max(Cost|Wait)|parallelRequests|.*action_signatures)$/;

/** The members that a form needs; of what can be changed, one. */
function collection(name: string, options: INodeProperties[]): INodeParameters {
	const known = options.filter((option) => option.name in MEMBERS);
	const [first] = options.filter(({ name: member }) => !SETTINGS.test(member));
	if (name === 'updateFields' && known.length === 0 && first) {
		return { [first.name]: samples[first.name] ?? sample(first) };
	}
	return Object.fromEntries(known.map((option) => [option.name, MEMBERS[option.name]]));
}

function sample(property: INodeProperties): NodeParameterValueType {
	// Amounts in currency units: more than a million has to be allowed.
	if (property.name.endsWith('_local_micro')) return '={{ $json.marker }}';
	switch (property.type) {
		case 'resourceLocator': {
			const mode = property.modes?.find(({ name }) => name === 'id') ?? property.modes?.[0];
			return { __rl: true, mode: mode?.name ?? 'id', value: ID };
		}
		case 'number':
			return Number(property.default) || property.typeOptions?.minValue || 1;
		case 'options':
			return choices(property)[0]?.value ?? '';
		case 'multiOptions':
			return choices(property)
				.slice(0, 1)
				.map(({ value }) => String(value));
		case 'boolean':
			return true;
		case 'dateTime':
			if (property.name.startsWith('scheduled_')) return IN_A_MONTH;
			return property.name.startsWith('end') ? '2026-11-02T12:00:00Z' : '2026-11-01T12:00:00Z';
		case 'json':
			return '={{ { marker: $json.marker } }}';
		case 'fixedCollection':
			return fixed(property);
		default:
			return ID;
	}
}

function fixed(property: INodeProperties): INodeParameters {
	const [group] = property.options ?? [];
	if (!group || !('values' in group)) return {};
	const entry = Object.fromEntries(
		group.values.map((value) => [value.name, samples[value.name] ?? sample(value)]),
	);
	return { [group.name]: property.typeOptions?.multipleValues ? [entry] : entry };
}
