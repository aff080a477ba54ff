/** This file describes the node to n8n. The build replaces it with its result, so that n8n's start loads no records. */
import { groupBy } from 'lodash';
import type { INodeProperties } from 'n8n-workflow';
import { CREDENTIALS, withAccessToken } from '../shared/auth/credentialKinds';
import { describeFields } from '../shared/form/describe';
import { namesOf } from '../shared/form/node';
import { leadingFirst } from '../shared/form/leadingFirst';
import { costNotices } from './costs';
import { EVENTS } from './events';
import type { TriggerEvent } from './events/event';
import { eventsWhere } from './events/find';
import { EVENT_FIELDS, type EventField } from './form';
import { GENERAL_FIELDS } from './generalFields';
import { methods } from './methods';

const events: [string, TriggerEvent][] = Object.entries(EVENTS);

/** Offers the kinds that the event accepts. The root's name keeps the editor from moving it into the credential. */
const authentication = (): INodeProperties[] =>
	Object.values(groupBy(events, ([, { list }]) => list.auth.kinds.join())).map((same) => {
		const kinds = same[0]?.[1].list.auth.kinds ?? [];
		return {
			displayName: 'Authentication',
			name: 'authentication',
			type: 'options',
			noDataExpression: true,
			options: leadingFirst(
				withAccessToken(kinds).map((kind) => ({ name: CREDENTIALS[kind].label, value: kind })),
				'oAuth2',
			),
			default: 'oAuth2',
			description: 'The credential to call X with',
			displayOptions: { show: { '/event': same.map(([name]) => name) } },
		};
	});

/** n8n lists the actions of a property with this label in its panel of nodes. */
const eventMenu: INodeProperties = {
	displayName: 'Event',
	name: 'event',
	type: 'options',
	noDataExpression: true,
	options: events.map(([value, { name, action, description }]) => ({ name, value, action, description })),
	default: 'mention',
	description: 'What starts the workflow',
};

const eventFields = (Object.keys(EVENT_FIELDS) as EventField[]).flatMap((key) =>
	describeFields({ [key]: EVENT_FIELDS[key] }).map((property) => ({
		...property,
		displayOptions: {
			show: {
				event: eventsWhere(({ fields }) => fields.includes(key)),
				...property.displayOptions?.show,
			},
		},
	})),
);

export const properties: INodeProperties[] = [
	...authentication(),
	eventMenu,
	...eventFields,
	...costNotices(),
	...describeFields(GENERAL_FIELDS),
];
export const methodNames = namesOf(methods);
