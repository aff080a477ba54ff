import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';
import { Editor, openBrowser } from '../../scripts/runtime/browser';
import { START } from '../support/start';
import { startWorld } from '../../scripts/world';
import type { Bench } from './support/bench';
import { inTurns, median, medianRatio } from './support/statistics';

const ROUNDS = 6;

/** What is searched for, and clicked one after the other, until the form is there. */
const OURS = { search: 'x core', node: 'X Core', action: 'Create a post', field: 'text' };
const PATHS = {
	ours: OURS,
	/** The same node with the actions of one resource: what n8n itself takes for each further one. */
	fewActions: OURS,
	/** The same node with the fields of one resource as well: what its other fields take. */
	fewFields: OURS,
	/** The same node with one resource and two fields: what n8n takes for any node of a package that is not its own. */
	twoFields: OURS,
	notion: { search: 'notion', node: 'Notion', action: 'Create a page', field: 'title' },
	slack: { search: 'slack', node: 'Slack', action: 'Send a message', field: 'select' },
	builtIn: { search: 'twitter', node: 'X (Formerly Twitter)', action: 'Create Tweet', field: 'text' },
} as const;
const LABELS: Partial<Record<keyof typeof PATHS, string>> = {
	fewActions: ' (actions of Post only)',
	fewFields: ' (actions and fields of Post only)',
	twoFields: ' (actions of Post, two fields)',
};

type Name = keyof typeof PATHS;

/** How much longer than others X Core may take from "+" to its form. */
const MOST_TIMES: Readonly<Record<Exclude<Name, 'ours'>, number>> = {
	fewActions: 1.25,
	fewFields: 1.25,
	twoFields: 1.4,
	notion: 1.4,
	slack: 1.4,
	builtIn: 1.4,
};

/** Milliseconds between what a user does and what the editor shows for it. */
interface Times {
	list: number;
	form: number;
	/** From the click on "+" to the form. */
	whole: number;
	/** Processor time of the tab from the click on the node to the form. */
	work: number;
}

export const editorBench: Bench = {
	name: 'editor',
	title: `From "+" on the canvas to the form of an action, in a real n8n and Chromium; ${ROUNDS} rounds`,
	run: async (report) => {
		const userFolder = await mkdtemp(join(tmpdir(), 'x-platform-editor-bench-'));
		const world = await startWorld({ userFolder });
		const browser = await openBrowser();
		try {
			const workflow = await world.client.createWorkflow({
				name: 'For the benchmark of the editor',
				nodes: [START],
				connections: {},
			});
			const editor = await Editor.open(browser, { client: world.client, url: world.n8n.url });
			const types = await typesOf(editor);
			const names = Object.keys(PATHS) as Name[];
			// The first visit fills the caches of browser and n8n.
			for (const name of names) await visit(editor, workflow.id, name, types);
			const times = await inTurns(
				ROUNDS,
				names,
				async (name) => await visit(editor, workflow.id, name, types),
			);
			const all = (name: Name, step: keyof Times) => times[name].map((one) => one[step]);
			for (const other of Object.keys(MOST_TIMES) as Array<keyof typeof MOST_TIMES>)
				report.ratio(
					`"+" to the form: X Core against ${PATHS[other].node}${LABELS[other] ?? ''}`,
					medianRatio(all('ours', 'whole'), all(other, 'whole')),
					{ atMost: MOST_TIMES[other] },
				);
			report.table(
				'Medians, in ms',
				['', 'node → actions', 'action → form', '"+" → form', 'best', 'processor'],
				names.map((name) => [
					`${PATHS[name].node}: ${PATHS[name].action}${LABELS[name] ?? ''}`,
					...(['list', 'form', 'whole'] as const).map((step) => Math.round(median(all(name, step)))),
					Math.round(Math.min(...all(name, 'whole'))),
					Math.round(median(all(name, 'work'))),
				]),
			);
		} finally {
			await browser.close();
			await world.close();
			await rm(userFolder, { recursive: true, force: true });
		}
	},
};

/** Which properties of X Core the tab gets. */
type IsKept = (property: INodeProperties) => boolean;
const isOfPost: IsKept = ({ displayOptions }) => {
	const { resource = displayOptions?.show?.['/resource'] } = displayOptions?.show ?? {};
	return resource === undefined || resource.includes('post');
};
const KEPT: Partial<Record<Name, IsKept>> = {
	fewActions: (property) => property.name !== 'operation' || isOfPost(property),
	fewFields: isOfPost,
	twoFields: (property) =>
		property.name === 'resource' ||
		(['operation', 'text', 'attachment'].includes(property.name) && isOfPost(property)),
};

/** Gives the tab the descriptions of all nodes, as they are or with a part of X Core's properties. */
async function typesOf(editor: Editor): Promise<{ of: Name }> {
	const chosen: { of: Name } = { of: 'ours' };
	let original: string | undefined;
	const bodies = new Map<IsKept, string>();
	await editor.page.route('**/types/nodes.json*', async (route) => {
		original ??= await (await route.fetch()).text();
		const isKept = KEPT[chosen.of];
		const body = isKept ? (bodies.get(isKept) ?? withProperties(original, isKept)) : original;
		if (isKept) bodies.set(isKept, body);
		await route.fulfill({ status: 200, contentType: 'application/json', body });
	});
	return chosen;
}

function withProperties(types: string, isKept: IsKept): string {
	const all = JSON.parse(types) as INodeTypeDescription[];
	return JSON.stringify(
		all.map((type) =>
			type.name === 'n8n-nodes-x-platform.xCore'
				? { ...type, properties: type.properties.filter(isKept) }
				: type,
		),
	);
}

async function visit(editor: Editor, workflowId: string, name: Name, types: { of: Name }): Promise<Times> {
	const { search, node, action, field } = PATHS[name];
	const { page } = editor;
	types.of = name;
	await page.goto('about:blank');
	await editor.openWorkflow(workflowId);
	await page.waitForLoadState('networkidle');
	const devTools = await page.context().newCDPSession(page);
	await devTools.send('Performance.enable');
	const work = async (): Promise<number> => {
		const { metrics } = await devTools.send('Performance.getMetrics');
		return 1000 * (metrics.find(({ name: metric }) => metric === 'TaskDuration')?.value ?? NaN);
	};
	const entry = (text: string) =>
		page
			.getByTestId('item-iterator-item')
			.filter({ has: page.getByText(text, { exact: true }) })
			.first();
	const since = performance.now();
	await page.getByTestId('node-creator-plus-button').click();
	await page.getByTestId('node-creator-search-bar').fill(search);
	await entry(node).waitFor();
	const [chosen, before] = [performance.now(), await work()];
	await entry(node).click();
	await entry(action).waitFor();
	const listed = performance.now();
	await entry(action).click();
	await editor.parameter(field).first().waitFor();
	const shown = performance.now();
	const after = await work();
	await devTools.detach();
	return { list: listed - chosen, form: shown - listed, whole: shown - since, work: after - before };
}
