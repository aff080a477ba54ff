/** Website and app cards made of components, and the look-up of cards of any kind: https://docs.x.com/x-ads-api/creatives/reference#cards */
import { operationOf } from '../../../facts';
import { isRecord, type Values } from '../../frame/validate';
import { listValue, type Handlers } from '../context';
import {
	entityHandlers,
	living,
	named,
	withBody,
	type EntityKind,
	type Fields,
	type Scope,
} from '../entities';
import { invalid, missing, refuse } from '../errors';
import { changed } from '../samples';
import { dataOf, text, type AdsState, type Data, type Json, type Kind } from '../state';
import { inLibrary } from './library';

type Part = Readonly<Record<string, unknown>>;

const PATH = '/12/accounts/{account_id}/cards';

/** What the documentation says of a component, a label or a destination. */
interface Schema {
	readonly required?: readonly string[];
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly oneOf?: readonly Schema[];
	readonly anyOfRequired?: readonly string[];
	readonly allowedIn?: readonly string[];
	readonly requires?: string;
	readonly const?: string;
	readonly enum?: readonly string[];
	readonly type?: string;
	readonly minItems?: number;
	readonly maxItems?: number;
	readonly group?: string;
}

const schemas = operationOf(`POST ${PATH}`).body?.components as Readonly<Record<string, Schema>>;

/** Holds a value against its schema. */
function check(value: unknown, schema: Schema, at: string, component: string): void {
	const { oneOf, type, enum: choices, const: only } = schema;
	if (oneOf) {
		const chosen = isRecord(value)
			? oneOf.find(({ properties }) => properties?.type?.const === value.type)
			: undefined;
		if (!chosen) return invalid(at, `"${at}" is of no known type`);
		if (chosen.allowedIn && !chosen.allowedIn.includes(component))
			invalid(at, `A destination of this type is not allowed in ${component}`);
		return check(value, chosen, at, component);
	}
	if (only !== undefined && value !== only) invalid(at, `Expected ${only}`, value);
	if (choices && !choices.includes(String(value))) invalid(at, `Expected one of ${choices.join()}`, value);
	if (type === 'array') return checkList(value, schema, at);
	if (schema.properties) return checkMembers(value, schema, at, component);
	if (only === undefined && (typeof value !== 'string' || value === ''))
		invalid(at, 'Expected a text', value);
}

function checkList(value: unknown, { minItems = 0, maxItems = Infinity }: Schema, at: string): void {
	if (!Array.isArray(value) || value.length < minItems || value.length > maxItems)
		invalid(at, `Expected ${minItems} to ${maxItems} values`, value);
}

function checkMembers(value: unknown, schema: Schema, at: string, component: string): void {
	const { properties = {}, required = [], anyOfRequired: some } = schema;
	if (!isRecord(value)) return invalid(at, 'Expected an object', value);
	for (const name of required) if (value[name] === undefined) missing(`${at}.${name}`);
	if (some && !some.some((name) => value[name] !== undefined)) missing(`${at}.${some.join(' or ')}`);
	for (const [name, member] of Object.entries(value)) {
		const known = properties[name];
		if (!known) return invalid(`${at}.${name}`, `"${name}" is not known here`);
		if (known.requires !== undefined && value[known.requires] === undefined)
			refuse('INCLUSIVE_PARAMETERS', `"${name}" needs "${known.requires}"`, `${at}.${name}`);
		check(member, known, `${at}.${name}`, component);
	}
}

/** One media component above one that describes; gives the keys and where they lead. */
function readComponents(scope: Scope, given: unknown, at: string) {
	if (!Array.isArray(given)) return invalid(at, 'Expected a list of components', given);
	const parts = given.filter(isRecord);
	const groups = parts.map((part, index) => {
		const type = String(part.type);
		const schema = schemas[type];
		if (!schema) return invalid(`${at}.${index}.type`, 'Unknown type of component', part.type);
		check(part, schema, `${at}.${index}`, type);
		return schema.group;
	});
	if (groups.join() !== 'media,description')
		invalid(at, 'Expected one media component, and DETAILS or BUTTON after it');
	const [media = {}, description = {}] = parts;
	const keys = [media.media_keys ?? media.media_key].flat().map(String);
	const videos = keys.filter((key) => inLibrary(scope, at, key).media_type === 'VIDEO').length;
	const { destination } = description;
	const isApp = isRecord(destination) && destination.type === 'APP';
	return { keys, videos, isApp, isCarousel: media.type === 'SWIPEABLE_MEDIA' };
}

const kindOfMedia = (videos: number, all: number) =>
	videos === 0 ? 'IMAGE' : videos === all ? 'VIDEO' : 'MIXED_MEDIA';

/** The type that follows from what a card shows. */
function typeOf(scope: Scope, values: Values): string {
	const { components, slides } = values as Part;
	if (Array.isArray(slides)) {
		const read = slides.map((slide, index) => readComponents(scope, slide, `slides.${index}`));
		const videos = read.filter((each) => each.videos > 0).length;
		return `${kindOfMedia(videos, read.length)}_MULTI_DEST_CAROUSEL_WEBSITE`;
	}
	const { keys, videos, isApp, isCarousel } = readComponents(scope, components, 'components');
	const media = kindOfMedia(videos, keys.length);
	const place = isApp ? 'APP' : 'WEBSITE';
	if (!isCarousel) return `${media}_${place}`;
	return media === 'MIXED_MEDIA' ? `${media}_SINGLE_DEST_CAROUSEL_${place}` : `${media}_CAROUSEL_${place}`;
}

const cards: EntityKind = {
	...named('card', 'cards'),
	q: 'prefix',
	filters: { card_id: 'id', card_uris: 'card_uri', card_types: 'card_type' },
	comesInList: true,
	// The facts know only that there are components.
	read: withBody,
	create: (scope, values) => ({
		...newCard(scope),
		...contents(values),
		card_type: typeOf(scope, values),
	}),
	update: (scope, _entity, values) => {
		if (values.components !== undefined && values.slides !== undefined)
			refuse('EXCLUSIVE_PARAMETERS', '"components" and "slides" exclude each other', 'slides');
		const shows = values.components !== undefined || values.slides !== undefined;
		return { ...contents(values), ...(shows && { card_type: typeOf(scope, values) }) };
	},
};

const contents = ({ name, components, slides }: Values): Fields =>
	JSON.parse(JSON.stringify({ name, components, slides })) as Fields;

/** The kinds of cards that Posts can name. */
const KINDS: readonly Kind[] = ['cards', 'imageConversationCards', 'videoConversationCards', 'pollCards'];

/** Every living card of an account. */
const cardsOf = (state: AdsState, accountId: string): Data[] =>
	KINDS.flatMap((kind) => dataOf(state, kind, accountId)).filter(({ deleted }) => !deleted);

/** The two identifiers that X makes; conversation cards have one of their own besides. */
const newCard = ({ state }: Scope, ownId?: string) => {
	const id = state.platform.newId();
	return { id: ownId ?? id, card_uri: `card://${id}` };
};

/** https://docs.x.com/x-ads-api/creatives/reference#image-conversation-cards */
const conversation = (kind: Kind, segment: string, type: string): EntityKind => ({
	kind,
	segment: `cards/${segment}`,
	idParam: 'card_id',
	notFound: 'CARD_NOT_FOUND',
	q: 'prefix',
	filters: { card_ids: 'id' },
	isGone: true,
	create: (scope, values) => {
		const { title, second_cta: second, duration_in_minutes: minutes } = changed(values);
		if (minutes === undefined && title === undefined && second === undefined) missing('title');
		return {
			...changed(values),
			...newCard(scope, scope.state.nextId()),
			...(minutes !== undefined && { duration_in_minutes: text(minutes) }),
			card_type: type,
		};
	},
});

export const cardHandlers: Handlers = {
	...entityHandlers(cards),
	...entityHandlers(conversation('imageConversationCards', 'image_conversation', 'IMAGE_CONVERSATION')),
	...entityHandlers(conversation('videoConversationCards', 'video_conversation', 'VIDEO_CONVERSATION')),
	...entityHandlers(conversation('pollCards', 'poll', 'TEXT_POLLS')),
	[`GET ${PATH}/all`]: ({ state, accountId, values }) => {
		const uris = new Set<Json>(listValue(values, 'card_uris') ?? []);
		return { data: cardsOf(state, accountId).filter(({ card_uri: uri }) => uris.has(uri ?? null)) };
	},
	[`GET ${PATH}/all/{card_id}`]: (context) => {
		const { card_id: id = '' } = context.path;
		const found = cardsOf(context.state, context.accountId).find((card) => card.id === id);
		return { data: found ?? living(cards, context, id).data };
	},
};
