/** The page of an operation as Markdown: what it is for, its form, request, item and errors. */
import { groupBy } from 'lodash';
import type { IDataObject } from 'n8n-workflow';
import { textForModel } from '../../nodes/shared/form/textForModel';
import type { Operation } from '../../nodes/shared/operation/operation';
import type { Form } from '../../test/support/forms';
import { specs } from '../docs/specs';
import { credentialNames, docsOf, limits, manyItems, price } from '../docs/tables';
import { leftOutOf } from '../docs/leftOut';
import type { Refused, Sent, Tried } from '../tried/types';
import type { Schema } from '../../test/support/outputFields';
import { fieldList, itemFields } from './fields';
import { drawnForm, propertiesOf } from './form';
import { furtherList, furtherOf } from './further';
import { described, escape } from './html';
import { iconOf } from './icon';
import { fieldMeaning, meaningSource, parameterMeaning } from './meanings';
import { pathOf } from './places';

/** What a page is made of. */
export interface Subject {
	readonly form: Form;
	readonly operation: Operation;
	/** The name of the resource in the form. */
	readonly resource: string;
	readonly tried: Tried;
	/** The day of the trial, by UTC. */
	readonly date: string;
	/** The version of n8n's engine. */
	readonly engine: string;
	/** The fields of its items, as the build wrote them for the editor. */
	readonly schema: Schema | undefined;
}

/** Longer lists are cut. */
const MOST_REQUESTS = 6;
const LONGEST_TEXT = 160;

/** The page. */
export function operationPage(subject: Subject): string {
	const { form, operation, resource, tried } = subject;
	const { name, displayName } = form.description;
	const lead = described(operation.description) + (operation.description.endsWith('.') ? '' : '.');
	const example = [
		'## Form',
		html('', drawnForm(form, tried.parameters, iconOf(name))),
		'## Request',
		requests(tried.requests),
		'## Item',
		item(subject),
	];
	const shown = propertiesOf(form, tried.parameters);
	const further = furtherList(furtherOf(form, shown));
	const reading = [
		'## Fields',
		html('', fieldList(shown, parameterMeaning(name, form.values.resource ?? ''))),
		...(further === '' ? [] : ['### Fields for other choices', html('', further)]),
		'## Copy into n8n',
		'Copy this, click on the canvas of a workflow and paste.',
		fence('json', JSON.stringify(nodeOf(subject), null, 2)),
		...forModel(subject),
	];
	return [
		html('eyebrow', `${escape(displayName)} · ${escape(resource)}`),
		`# ${resource} → ${operation.name}`,
		html('lead', lead),
		facts(subject),
		'<div class="columns">',
		...column('example', example),
		...column('reading', reading),
		'</div>',
		'## Errors',
		errors(tried.refused),
		html('checked', `${lastChecked(subject, displayName)} ${sourceOfMeanings(name)}`),
		'',
	].join('\n\n');
}

/** What n8n gives the model of an agent, which its editor does not show; nothing where agents are not offered the operation. */
function forModel({ form, operation }: Subject): string[] {
	const { resource = '', operation: value = '' } = form.values;
	const without = specs[form.description.displayName]?.notForAgents?.[resource] ?? [];
	if (without === 'all' || without.includes(value)) return [];
	return ['## What the model of an agent reads', html('', `<p>${escape(textForModel(operation))}</p>`)];
}

/** Markdown inside of an element. */
const column = (kind: string, content: readonly string[]): string[] => [
	`<div class="${kind}">`,
	...content,
	'</div>',
];

/** HTML in which Vue looks for nothing. */
const html = (kind: string, content: string): string => `<div class="${kind}" v-pre>${content}</div>`;

const fence = (language: string, code: string): string => `\`\`\`${language}\n${code}\n\`\`\``;

const lastChecked = ({ date, engine }: Subject, node: string): string =>
	`Last checked on ${date}: form, request, item and errors are of ${escape(node)} in n8n’s engine ${engine} on the simulated X, which answers as X documents it.`;

function sourceOfMeanings(node: string): string {
	const { read, sources } = meaningSource(node);
	const links = sources.map((address) => `<a href="${address}">${address.replace(/^https:\/\//, '')}</a>`);
	return `What X’s pages say of fields was read on ${read}: ${links.join(', ')}.`;
}

/** What a reader wants to know before reading on. */
function facts({ operation, tried }: Subject): string {
	// The rest of the sentence is about the day of the credential, and the prices in general.
	const run = /^Cost: ([^;]+)/.exec(tried.cost ?? '')?.[1];
	const docs = docsOf(operation);
	const rows: Array<[string, string]> = [
		[
			'Cost',
			[`${price(operation) || 'not billed'}, see [costs and limits](/cost)`, run && `this run: ${run}`]
				.filter(Boolean)
				.join('; '),
		],
		['Limits', limits(operation).join('<br>') || 'none documented'],
		['Credentials', credentialNames(operation)],
		['Scopes', operation.auth.scopes.map((scope) => `\`${scope}\``).join(' ') || 'none'],
		['Many items', manyItems(operation)],
		[
			'Request',
			operation.route === 'GET /'
				? 'any path'
				: `\`${operation.route}\`${docs === undefined ? '' : `, [at X](${docs})`}`,
		],
	];
	return [
		'| | |',
		'|---|---|',
		...rows.map(([name, text]) => `| **${name}** | ${text.replaceAll('|', '\\|')} |`),
	].join('\n');
}

function requests(sent: readonly Sent[]): string {
	if (sent.length === 0) return 'None is sent.';
	const shown = sent.slice(0, MOST_REQUESTS).map(({ method, url, body, status }) => {
		const [address = '', query] = url.split(/\?(.*)/s);
		const parameters =
			query === undefined ? [] : query.split('&').map((each, index) => `  ${index === 0 ? '?' : '&'}${each}`);
		const written = body === undefined || body === '' ? [] : ['', JSON.stringify(shortened(body), null, 2)];
		return fence('http', [`${method} ${address}`, ...parameters, ...written, `# → ${status}`].join('\n'));
	});
	const left = sent.length - shown.length;
	return [...shown, ...(left > 0 ? [`And ${left} more.`] : [])].join('\n\n');
}

/** Long texts and lists cut, so that the form of a value is seen. */
function shortened(value: unknown): unknown {
	if (typeof value === 'string')
		return value.length > LONGEST_TEXT ? `${value.slice(0, LONGEST_TEXT)}…` : value;
	if (Array.isArray(value)) return value.slice(0, 3).map(shortened);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shortened(inner)]));
}

function item({ form, tried, operation, schema }: Subject): string {
	const meaning = fieldMeaning(form.description.name, form.values.resource ?? '', operation);
	const { items, files, count } = tried;
	const [first] = items;
	const left = leftOutOf(operation);
	return [
		first === undefined
			? 'None: there was nothing to give.'
			: fence('json', JSON.stringify(shortened(first), null, 2)),
		...(schema === undefined ? [] : [html('', itemFields(schema, meaning))]),
		...(count > 1 ? [`The first of ${count} items.`] : []),
		...(files.length > 0 ? [`With the file ${files.map((file) => `\`${file}\``).join(', ')}.`] : []),
		...(left.length > 0
			? [
					`Simplified leaves out ${left.map((name) => `\`${name}\``).join(', ')}. _Selected Fields_ and _Raw_ have them.`,
				]
			: []),
	].join('\n\n');
}

function errors(refused: readonly Refused[]): string {
	if (refused.length === 0) return 'None of what was tried makes it fail.';
	const rows = Object.values(groupBy(refused, ({ message, advice }) => `${message}\n${advice}`)).map(
		(same) => {
			const [{ message, advice, status } = { message: '', advice: '' }] = same;
			const cells = [
				same.map(({ tried }) => tried).join('<br>'),
				status === undefined ? 'nothing sent' : status === 0 ? 'no answer' : String(status),
				`**${inCell(message)}**<br>${inCell(advice)}`,
			];
			return `| ${cells.join(' | ')} |`;
		},
	);
	const more = 'Every message, and what to do: [Errors](/errors).';
	return [
		['| What was tried | X answers | What the node says |', '|---|---|---|', ...rows].join('\n'),
		more,
	].join('\n\n');
}

/** A text as it is, in a cell of a table. */
const inCell = (text: string): string =>
	`<span v-pre>${escape(text)}</span>`.replaceAll('|', '\\|').replaceAll('_', '\\_').replaceAll('*', '\\*');

/** The node as n8n's canvas takes it from the clipboard. */
function nodeOf({ form, operation, tried }: Subject): IDataObject {
	const { name } = form.description;
	const node = {
		id: pathOf(form).replaceAll('/', '-'),
		name: operation.action,
		type: `n8n-nodes-x-platform.${name}`,
		typeVersion: [form.description.version].flat().at(-1) ?? 1,
		position: [0, 0],
		parameters: tried.parameters,
	};
	return { nodes: [node], connections: {} };
}
