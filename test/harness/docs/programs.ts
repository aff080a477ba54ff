/** Each kind of code block in the documentation: workflows and their outputs, shell commands, configurations, scripts. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import type { INodeProperties } from 'n8n-workflow';
import { blocksOf, read, ROOT, type Block } from './pages';
import { host, runWorkflow, type WorkflowJson } from '../../support';
import type { Simulator } from '../../support/simulator';

const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
	name: string;
	scripts: Record<string, string>;
};

const KEYS_USAGE = readFileSync(join(ROOT, 'tools/chat-keys/src/program.mjs'), 'utf8');

/** Settings that n8n has outside of its table; WEBHOOK_URL is the earlier name of N8N_WEBHOOK_URL. */
export const READ_BY_N8N = [
	'N8N_UNVERIFIED_PACKAGES_ENABLED',
	'N8N_REINSTALL_MISSING_PACKAGES',
	'OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS',
	'WEBHOOK_URL',
];

/** What each program may be asked for; a program that is not here fails. */
const PROGRAMS: Readonly<Record<string, (args: string) => void>> = {
	npm: (args) => {
		const [verb = '', ...more] = args.split(/\s+/);
		if (verb === 'install') expect(['', manifest.name, '-g @xdevplatform/xurl']).toContain(more.join(' '));
		else if (verb === 'run') expect(Object.keys(manifest.scripts)).toContain(more[0]);
		else expect(['ci', ...Object.keys(manifest.scripts)]).toContain(verb);
	},
	npx: (args) => {
		// The name of a test may be that of an operation which the reader has just added.
		const [tool = '', ...files] = args.replace(/ -t \S+/, '').split(/\s+/);
		expect(['jest', 'tsx']).toContain(tool);
		// Paths of tests are patterns.
		const exists = (file: string) =>
			existsSync(join(ROOT, file)) || existsSync(join(ROOT, `${file}.test.ts`));
		expect(files.filter((file) => !exists(file))).toEqual([]);
	},
	node: (args) => {
		const [file, verb = ''] = args.split(/\s+/);
		expect(file).toBe('chatKeys.mjs');
		expect(KEYS_USAGE).toContain(`  x-chat-keys ${verb} `);
	},
	docker: (args) => {
		expect(args).toMatch(/^(volume create|restart|exec|run) /);
		if (args.startsWith('run')) expect(args).toContain('docker.n8n.io/n8nio/n8n');
		const inside = /^exec (?:-\S+ \S+ )*\w+ (.+)$/.exec(args)?.[1];
		if (inside !== undefined) command(inside);
	},
	mkdir: (args) => expect(args).toMatch(/^-p \S+$/),
	cd: (args) => expect(args).toMatch(/^\S+$/),
	cat: (args) => expect(args).toBe('~/.xurl/keys.yml'),
	// https://github.com/xdevplatform/xurl
	xurl: (args) => expect(args).toBe('chat keys restore'),
};

/** A command that someone may enter. */
export function command(line: string): void {
	const [program = '', ...args] = line.trim().split(/\s+/);
	const check = PROGRAMS[program];
	if (check === undefined) throw new Error(`"${program}" is not known: ${line}`);
	check(args.join(' '));
}

/** Syntax by the shell itself, then each command; a block with a signature is run by test/unit/webhookTrigger/docs.test.ts. */
export function checkShell({ code, page }: Block): void {
	execFileSync('bash', ['-n'], { input: code, stdio: ['pipe', 'ignore', 'pipe'] });
	if (page === 'docs/webhook-signatures.md' && code.includes('openssl')) return;
	const lines = code
		.replace(/\\\n\s*/g, '')
		.split('\n')
		.map((line) => line.replace(/\s#.*$/, ''))
		.flatMap((line) => line.split('&&'))
		.filter((line) => line.trim() !== '');
	expect(lines.length).toBeGreaterThan(0);
	lines.forEach(command);
}

/** An image of n8n in which the package is installed. */
export function checkDockerfile({ code }: Block): void {
	const [from = '', ...lines] = code.trim().split('\n');
	expect(from).toBe('FROM docker.n8n.io/n8nio/n8n');
	for (const line of lines) {
		const [instruction = '', ...rest] = line.split(' ');
		expect(['RUN', 'WORKDIR']).toContain(instruction);
		command(instruction === 'RUN' ? rest.join(' ') : `cd ${rest.join(' ')}`);
	}
}

/** What test/queue starts, in an nginx that reads the whole block. */
export function checkNginx({ code }: Block): void {
	expect(code).toMatch(
		/hash \$(uri|http_x_twitter_webhooks_signature_oauth2\$http_x_twitter_webhooks_signature) consistent;/,
	);
	expect(read('test/queue/support/nginx.ts')).toContain("'queue-mode.md'");
}

/** test/unit/webhookTrigger/docs.test.ts runs it. */
export function checkJavaScript({ page, code }: Block): void {
	expect(page).toBe('docs/webhook-signatures.md');
	expect(syntaxOf(code)).toEqual([]);
}

/** Syntax only: the examples of CONTRIBUTING.md have tests of their own. The record among them is a part of an object. */
export function checkTypeScript({ code }: Block): void {
	const isMember = /^\w+: /.test(code);
	expect(syntaxOf(isMember ? `({\n${code}\n})` : code)).toEqual([]);
}

function syntaxOf(code: string): string[] {
	const { diagnostics = [] } = ts.transpileModule(code, {
		reportDiagnostics: true,
		compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
	});
	return diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}

/** A drawing of folders, layers or the states of a stream: what it names exists, in that order. */
export function checkDrawing({ code }: Block): void {
	if (code.includes('►')) return checkStates(code);
	if (!code.includes('◄─')) return checkFolders(code);
	const [layers = ''] = code.split('\n');
	const rules = read('.dependency-cruiser.cjs');
	const rooms = layers.split(' ◄─ ').slice(0, -1);
	const places = rooms.map((room) => rules.indexOf(`'${room}',`));
	expect(places.length).toBeGreaterThan(10);
	expect(places).toEqual([...places].sort((one, other) => one - other));
	expect(places).not.toContain(-1);
}

/** Every state that the code has. */
function checkStates(code: string): void {
	const states = [...read('nodes/XStreamTrigger/streamLife.ts').matchAll(/^\t(\w+): \[/gm)].map(
		([, name]) => name,
	);
	expect(states.length).toBeGreaterThan(3);
	expect(states.filter((state) => !new RegExp(`\\b${state}\\b`).test(code))).toEqual([]);
}

/** Each line begins with a folder, as deep as it is indented. */
function checkFolders(code: string): void {
	const above: string[] = [];
	const missing = code
		.split('\n')
		.filter((line) => line.trim() !== '')
		.flatMap((line) => {
			const [, indent = '', folders = ''] = /^( *)((?:[\w.]+\/ ?)+)/.exec(line) ?? [];
			above.length = indent.length / 2;
			const named = folders.trim().split(' ');
			const paths = named.map((folder) => [...above, folder].join(''));
			if (named.length === 1) above.push(named[0] ?? '');
			return paths;
		})
		.filter((path) => path === '' || !existsSync(join(ROOT, path)));
	expect(missing).toEqual([]);
}

/**
 * Runs a block of JSON, or compares it.
 *
 * @param block `json workflow`, or `json output` below one.
 */
export async function checkJson(block: Block, sim: Simulator): Promise<void> {
	const content: unknown = JSON.parse(block.code);
	if (block.info === 'workflow') await outputOf(content as WorkflowJson, sim);
	else if (block.info === 'output') expect(await outputOf(workflowAbove(block), sim)).toEqual([content]);
	else
		throw new Error(`${block.place}: say after "json" whether this is a "workflow" or the "output" of one`);
}

function workflowAbove({ page, place }: Block): WorkflowJson {
	const before = blocksOf(page);
	const workflow = before
		.slice(
			0,
			before.findIndex((block) => block.place === place),
		)
		.findLast(({ language, info }) => language === 'json' && info === 'workflow');
	if (workflow === undefined) throw new Error(`${place}: no workflow stands above this output`);
	return JSON.parse(workflow.code) as WorkflowJson;
}

/** What the last node gave; every node is a known one, its parameters are in its form, and all have run. */
async function outputOf(workflow: WorkflowJson, sim: Simulator): Promise<unknown[]> {
	for (const { type, parameters } of workflow.nodes) {
		const found = host()
			.nodesOfPackage()
			.find(([, { description }]) => type === `n8n-nodes-x-platform.${description.name}`);
		if (found === undefined) expect(type).toBe('n8n-nodes-base.manualTrigger');
		else expect(unknown(found[1].description.properties, parameters)).toEqual([]);
	}
	const run = await runWorkflow(workflow, { sim });
	expect(run.error).toBeUndefined();
	expect(Object.keys(run.nodes).sort()).toEqual(workflow.nodes.map(({ name }) => name).sort());
	const last = run.nodes[workflow.nodes.at(-1)?.name ?? '']?.[0];
	return (last?.data?.main?.[0] ?? []).map(({ json }) => json);
}

/** Names of parameters that no form has, and values that no menu offers. */
function unknown(properties: readonly INodeProperties[], parameters: object): string[] {
	return Object.entries(parameters).flatMap(([name, value]) => {
		const named = properties.filter((property) => property.name === name);
		if (named.length === 0) return [name];
		const inside = named
			.filter(({ type }) => type === 'collection')
			.flatMap(({ options }) => options ?? []) as INodeProperties[];
		if (inside.length > 0) return unknown(inside, value as object);
		const choices = named
			.filter(({ type }) => type === 'options')
			.flatMap(({ options }) => options ?? [])
			.map((option) => ('value' in option ? option.value : option.name));
		return choices.length > 0 && !choices.includes(value as string) ? [`${name}: ${String(value)}`] : [];
	});
}
