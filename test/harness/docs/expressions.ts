/** What the expressions of the documentation give, each for an item as its page has it. */
import type { INodeTypes } from 'n8n-workflow';
import { host } from '../../support';

interface Example {
	/** `$json` of the item. */
	readonly item?: object;
	readonly value: unknown;
}

export const expressions: Readonly<Record<string, Example>> = {
	"{{ '' }}": { value: '' },
	'{{ null }}': { value: null },
	'{{ $json.data.approved }}': { item: { data: { approved: true } }, value: true },
	'{{ $json.dm_conversation_id }}': { item: { dm_conversation_id: '1-2' }, value: '1-2' },
	'{{ $json.error }}': { item: { error: 'Rate limit reached' }, value: 'Rate limit reached' },
	'{{ $json.fingerprint }}': { item: { fingerprint: '1192e29a-28120b8f' }, value: '1192e29a-28120b8f' },
	'{{ $json.id }}': { item: { id: '1460323737035677698' }, value: '1460323737035677698' },
	// In a binary fraction this is 13.750000000000002.
	'{{ ($json.a * 1.1).toFixed(2) }}': { item: { a: 12.5 }, value: '13.75' },
	'{{ $json.resume }}': {
		item: { resume: { reason: 'maxCost', left: [] } },
		value: { reason: 'maxCost', left: [] },
	},
	"{{ $json.resume ?? 'start' }}": { value: 'start' },
	'{{ $json.name }}': { item: {}, value: undefined },
	"{{ $json.name ?? '' }}": { item: {}, value: '' },
	'{{ $json.total }}': { item: { total: null }, value: null },
	'{{ $now.minus({ days: 1 }).toISO() }}': {
		value: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]{12}[+-]\d\d:\d\d$/),
	},
	'{{ $json.access_token }}': { item: { access_token: 'xcbot_1' }, value: 'xcbot_1' },
	'{{ $json.refresh_token }}': { item: { refresh_token: 'xcbot_2' }, value: 'xcbot_2' },
	'{{ $json.author_id }}': { item: { author_id: '2244994945' }, value: '2244994945' },
	'{{ $json.details.unsure }}': { item: { details: { unsure: true } }, value: true },
	'{{ $json.text }}': { item: { text: 'A catalog sync: 2 products.' }, value: 'A catalog sync: 2 products.' },
	"{{ $json.total ?? '' }}": { item: { total: null }, value: '' },
};

/** What n8n makes of an expression. */
export function evaluate(expression: string, item: object = {}): unknown {
	const { Workflow } = host().n8nWorkflow;
	const node = { id: '1', name: 'Node', type: 'node', typeVersion: 1, position: [0, 0] as [number, number] };
	const description = { properties: [], inputs: ['main'], outputs: ['main'] };
	const nodeTypes = { getByNameAndVersion: () => ({ description }) } as unknown as INodeTypes;
	const workflow = new Workflow({
		nodes: [{ ...node, parameters: {} }],
		connections: {},
		active: false,
		nodeTypes,
	});
	const input = [{ json: item as never }];
	return workflow.expression.getParameterValue(`=${expression}`, null, 0, 0, 'Node', input, 'manual', {});
}
