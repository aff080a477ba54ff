/** Everything that a promise can be made for: operations, events of triggers, credentials and recipes, from their records. */
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import type { ICredentialType } from 'n8n-workflow';
import { formFields } from '../../nodes/shared/fields';
import { effectOf } from '../../nodes/shared/model/effects';
import type { ApiRequest } from '../../nodes/shared/http/api';
import { listFieldsAt } from '../../nodes/shared/operation/nodeSpec';
import { wayOf, type Way } from '../../nodes/shared/intent/ways';
import { EVENT_TYPES } from '../../nodes/shared/model/eventTypes';
import { mostUsd, priceOf } from '../../nodes/shared/model/prices';
import { mayBeBilled, type Fields, type Operation } from '../../nodes/shared/operation/operation';
import { EVENTS } from '../../nodes/XCoreTrigger/events';
import type { TriggerEvent } from '../../nodes/XCoreTrigger/events/event';
import { STREAMS } from '../../nodes/XStreamTrigger/sources/streams';
import { OTHER_SOURCES } from '../../nodes/XWebhookTrigger/form';
import { operationOf } from './recipeCost';
import { specs } from './specs';
import { notesOf, type Notes } from '../recipes/notes';
import { workflowFile, type Workflow } from '../runtime/types';

interface Subject {
	/** Its name, the same nowhere else. */
	readonly label: string;
	/** The heading under which the page shows it. */
	readonly group: string;
}

export interface OperationSubject extends Subject {
	readonly kind: 'operation';
	readonly record: Operation;
	readonly method: string;
	/** All fields of its form. */
	readonly form: Fields;
	/** What sending it once more would do. */
	readonly way: Way;
	/** Whether it changes something on X. Custom API Call does what its form says. */
	readonly isWrite: boolean;
	/** Whether X may bill it. */
	readonly isBilled: boolean;
	/** Whether it has a price, and a person wants to know it. */
	readonly hasPrice: boolean;
	/** Whether it sends anything to X. */
	readonly isLocal: boolean;
}

export interface EventSubject extends Subject {
	readonly kind: 'event';
	readonly trigger: 'X Trigger' | 'X Stream Trigger' | 'X Webhook Trigger';
	/** The record of an event that is polled. */
	readonly polled?: TriggerEvent;
	/** Whether someone wrote it: an own one could start the workflow that wrote it. */
	readonly isWritten: boolean;
}

export interface CredentialSubject extends Subject {
	readonly kind: 'credential';
	readonly type: ICredentialType;
}

export interface RecipeSubject extends Subject {
	readonly kind: 'recipe';
	readonly workflow: Workflow;
	readonly notes: Notes;
	/** The nodes of it that write to X. */
	readonly writes: number;
	/** How many of those have a guard. */
	readonly guarded: number;
}

export type AnySubject = OperationSubject | EventSubject | CredentialSubject | RecipeSubject;

const ROOT = resolve(__dirname, '../..');

const isCustom = (resource: string): boolean => resource === 'customApiCall';

const changes = (record: Operation): boolean => effectOf(record.route) !== 'reads';

const operations = (): OperationSubject[] =>
	Object.entries(specs).flatMap(([node, { resources }]) =>
		resources.flatMap(({ value, name, operations: records }) =>
			Object.values(records).map((record): OperationSubject => {
				const isBilled = mayBeBilled(record);
				const [method = '', path = ''] = record.route.split(' ');
				const sent = { method: method as ApiRequest['method'], path };
				return {
					kind: 'operation',
					label: `${node}: ${name} → ${record.name}`,
					group: node,
					record,
					method: isCustom(value) ? 'ANY' : method,
					way: wayOf(sent, (template) => listFieldsAt({ resources }, template)),
					form: formFields(record),
					isWrite: isCustom(value) || changes(record),
					isBilled,
					hasPrice: isBilled && record.route !== 'GET /' && mostUsd(priceOf(record.route)) !== 0,
					isLocal: record.route === 'GET /' && !isCustom(value),
				};
			}),
		),
	);

/** Events about something that someone wrote. */
const WRITTEN = /post|mention|reply|quote|message|repost|chat|dm\./i;

const events = (): EventSubject[] => [
	...Object.values<TriggerEvent>(EVENTS).map((polled): EventSubject => ({
		kind: 'event',
		trigger: 'X Trigger',
		label: `X Trigger: ${polled.name}`,
		group: 'X Trigger',
		polled,
		isWritten: WRITTEN.test(polled.noun),
	})),
	...delivered('X Stream Trigger', [
		...EVENT_TYPES.map(({ name, value }) => [name, value] as const),
		...Object.entries(STREAMS).map(([value, { name }]) => [name, value] as const),
	]),
	...delivered('X Webhook Trigger', [
		...EVENT_TYPES.map(({ name, value }) => [name, value] as const),
		...OTHER_SOURCES.map((source) => [`Other Sources: ${source}`, source] as const),
	]),
];

const delivered = (
	trigger: EventSubject['trigger'],
	all: ReadonlyArray<readonly [name: string, value: string]>,
): EventSubject[] =>
	all.map(([name, value]) => ({
		kind: 'event',
		trigger,
		label: `${trigger}: ${name}`,
		group: trigger,
		isWritten: /^(post|dm|chat|filteredStream|accountActivity|elsewhere|sample|firehose)/.test(value),
	}));

const load = createRequire(__filename);

const filesIn = (folder: string, end: string): string[] =>
	readdirSync(join(ROOT, folder)).filter((file) => file.endsWith(end));

const credentials = (): CredentialSubject[] =>
	filesIn('credentials', '.credentials.ts').map((file) => {
		const [Type] = Object.values(
			load(join(ROOT, 'credentials', file)) as Record<string, new () => ICredentialType>,
		);
		if (!Type) throw new Error(`${file} has no credential`);
		const type = new Type();
		return { kind: 'credential', label: type.displayName, group: 'Credentials', type };
	});

const recipes = (): RecipeSubject[] =>
	filesIn('examples', '.json').map((file) => {
		const workflow = workflowFile.parse(JSON.parse(readFileSync(join(ROOT, 'examples', file), 'utf8')));
		const writing = workflow.nodes.filter((node) => {
			const record = operationOf(node);
			return record !== undefined && changes(record);
		});
		return {
			kind: 'recipe',
			label: `Recipe: ${workflow.name}`,
			group: 'Recipes',
			workflow,
			notes: notesOf(workflow),
			writes: writing.length,
			guarded: writing.filter(({ parameters }) => JSON.stringify(parameters).includes('"guard":')).length,
		};
	});

/** All of them. */
export const subjects = (): readonly AnySubject[] => [
	...operations(),
	...events(),
	...credentials(),
	...recipes(),
];
