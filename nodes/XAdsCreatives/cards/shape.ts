/** The output of a website or app card, with its media and destination at the top level. */
import { get } from 'lodash';
import type { Shape } from '../../shared/operation/operation';
import type { CardPart } from './components';

const partsOf = (value: unknown): CardPart[] =>
	Array.isArray(value)
		? value.filter((part): part is CardPart => typeof part === 'object' && part !== null)
		: [];

function flat(components: unknown): CardPart {
	const parts = partsOf(components);
	const media = parts.flatMap((part) => part.media_keys ?? part.media_key ?? []);
	const description = parts.find(({ destination }) => destination !== undefined);
	return {
		media_keys: media,
		title: description?.title,
		button: get(description, 'label.value'),
		url: get(description, 'destination.url'),
		destination: description?.destination,
	};
}

export const cardShape: Shape = {
	simplifiedFields: [
		'id',
		'name',
		'card_type',
		'card_uri',
		'media_keys',
		'title',
		'button',
		'url',
		'destination',
		'slides',
		'created_at',
		'updated_at',
		'deleted',
	],
	present: ({ components, slides, ...card }) => ({
		...card,
		...(components !== undefined && flat(components)),
		...(Array.isArray(slides) && { slides: slides.map(flat) }),
	}),
};
