/**
 * What is published, and what n8n requires of it.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { linesPerOperation } from '../../../scripts/lines';
import { host } from '../../support';

const ROOT = join(__dirname, '../../..');

interface Manifest {
	[field: string]: unknown;
	name: string;
	files: string[];
	keywords: string[];
	scripts: Record<string, string>;
	peerDependencies: Record<string, string>;
	peerDependenciesMeta: Record<string, object>;
	devDependencies: Record<string, string>;
	author: { name: string; email: string };
	homepage: string;
	repository: { url: string };
	bugs: { url: string };
	n8n: { n8nNodesApiVersion: number; nodes: string[]; credentials: string[] };
}

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const manifest = JSON.parse(read('package.json')) as Manifest;

const filesUnder = (folder: string, ending: string): string[] =>
	readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith(ending))
		.map((file) => `${folder}/${file}`)
		.sort();

interface Documented {
	documentationUrl: string;
}

/** The anchors of a page, as GitHub makes them of its headings. */
const headingsOf = (page: string): string[] =>
	[...page.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
		heading
			.toLowerCase()
			.replace(/[^\p{L}\p{N} _-]/gu, '')
			.replaceAll(' ', '-'),
	);

/** The size in bytes of the largest description that n8n 2.39.10 brings: Notion. `npm run bench` opens both in an editor. */
const NOTION = 286_689;

/** How large the description of each node may be as the editor loads it, with that of Notion as 1. */
const BUDGETS: Record<string, number> = {
	xCore: 0.425,
	xCoreAdmin: 0.215,
	xCoreTrigger: 0.12,
	xAdsAnalytics: 0.1,
	xAdsAudiences: 0.14,
	xAdsCampaigns: 0.44,
	xAdsCreatives: 0.26,
	xAdsMeasurement: 0.21,
	xCatalog: 0.18,
	xChat: 0.21,
	xLive: 0.13,
	xStreamTrigger: 0.11,
	xWebhookTrigger: 0.11,
};

const mostOf = (name: string): number => Math.floor((BUDGETS[name] ?? 0) * NOTION);

const NEXT_STEP =
	'let a long list come by choicesOnRequest, give equal fields one label and description, or move a resource to another node';

describe('a start of n8n', () => {
	const names = manifest.n8n.nodes.map((file) => basename(file, '.node.js'));

	it.each(names)('finds the form of %s as the source makes it', async (name) => {
		const made = (await import(`../../../nodes/${name}/startup`)) as object;
		const built: unknown = await import(`../../../dist/nodes/${name}/startup`);
		expect(built).toMatchObject(JSON.parse(JSON.stringify(made)) as object);
	});

	it('loads the nodes without their records and their engine', () => {
		const program = `
			for (const file of ${JSON.stringify(manifest.n8n.nodes)})
				for (const Type of Object.values(require('./' + file))) new Type();
			console.log(JSON.stringify(Object.keys(require.cache)));`;
		const loaded = JSON.parse(
			execFileSync(process.execPath, ['-e', program], { cwd: ROOT, encoding: 'utf8' }),
		) as string[];
		const own = loaded.filter((file) => file.startsWith(join(ROOT, 'dist')));
		expect(
			own.map((file) => basename(file)).filter((file) => !/\.node\.js$|^startup\.js$/.test(file)),
		).toEqual(['node.js']);
	});
});

describe('package.json', () => {
	it('depends on nothing but n8n-workflow, which the instance brings and npm does not fetch', () => {
		const { dependencies, overrides, bundledDependencies, optionalDependencies } = manifest;
		expect({ dependencies, overrides, bundledDependencies, optionalDependencies }).toEqual({});
		expect(manifest.peerDependencies).toEqual({ 'n8n-workflow': '*' });
		expect(manifest.peerDependenciesMeta).toEqual({ 'n8n-workflow': { optional: true } });
	});

	it('runs nothing when it is installed', () => {
		const atInstall = ['preinstall', 'install', 'postinstall', 'preprepare', 'prepare', 'postprepare'];
		expect(Object.keys(manifest.scripts).filter((script) => atInstall.includes(script))).toEqual([]);
	});

	it('is a community node package with what n8n’s verification asks for', () => {
		expect(manifest.name).toMatch(/^n8n-nodes-/);
		expect(manifest.keywords).toContain('n8n-community-node-package');
		expect(manifest.files).toEqual(['dist']);
		expect(manifest).toMatchObject({ license: 'MIT', n8n: { n8nNodesApiVersion: 1 } });
		expect(manifest.author.email).toContain('@');
	});

	it('is the one place of the repository’s address: every link to a page begins with it', async () => {
		const links = [
			...filesUnder('dist/nodes', '.node.json').flatMap((file) => {
				const { resources } = JSON.parse(read(file)) as {
					resources: Record<string, Array<{ url: string }>>;
				};
				return Object.values(resources).flat();
			}),
			...(await Promise.all(
				manifest.n8n.credentials.map(async (file) => {
					const [Type] = Object.values(
						(await import(join(ROOT, file))) as Record<string, new () => Documented>,
					);
					return { url: new Type!().documentationUrl };
				}),
			)),
		].map(({ url }) => url);
		expect(links.length).toBeGreaterThan(manifest.n8n.nodes.length);
		for (const link of links) {
			const start = `${manifest.homepage}/blob/main/`;
			expect(link.slice(0, start.length)).toBe(start);
			const [page = '', heading] = link.slice(start.length).split('#');
			const text = read(page);
			if (heading !== undefined) expect(headingsOf(text)).toContain(heading);
		}
		const changes = read('CHANGELOG.md');
		const named = [...changes.matchAll(/https:\/\/github\.com\/[^/\s]+\/[^/\s]+/g)].map(
			([address]) => address,
		);
		expect(new Set(named)).toEqual(new Set([manifest.homepage]));
		const { homepage, repository, bugs } = manifest;
		expect([repository.url, bugs.url]).toEqual([`git+${homepage}.git`, `${homepage}/issues`]);
	});

	it('names exact versions of everything it develops with', () => {
		const loose = Object.entries(manifest.devDependencies).filter(
			([, version]) => !/^\d+\.\d+\.\d+$/.test(version),
		);
		expect(loose).toEqual([]);
	});

	it('has the versions that CONTRIBUTING.md gives a reason for', () => {
		const [, section = ''] = read('CONTRIBUTING.md').split('## Dependencies');
		const rows = [...section.matchAll(/^\| `([^`]+)` +\| (\d+\.\d+\.\d+) /gm)];
		expect(rows.length).toBeGreaterThan(5);
		const there = rows.map(([, name = '']) => [name, manifest.devDependencies[name]]);
		expect(rows.map(([, name, version]) => [name, version])).toEqual(there);
	});

	it('registers every node and credential type of the source, and no other', () => {
		const built = (files: string[]) => files.map((file) => `dist/${file.replace(/\.ts$/, '.js')}`);
		expect([...manifest.n8n.nodes].sort()).toEqual(built(filesUnder('nodes', '.node.ts')));
		expect([...manifest.n8n.credentials].sort()).toEqual(built(filesUnder('credentials', '.credentials.ts')));
	});
});

interface Locked {
	resolved?: string;
	dependencies?: Record<string, string>;
	optionalDependencies?: Record<string, string>;
}

describe('package-lock.json', () => {
	const { packages } = JSON.parse(read('package-lock.json')) as {
		packages: Record<string, Locked>;
	};

	/** The folders in which Node.js looks for what a package needs, nearest first. */
	const places = (folder: string): string[] => {
		const outer = folder.lastIndexOf('node_modules/');
		return [folder, ...(outer < 0 ? [] : places(folder.slice(0, outer).replace(/\/$/, '')))];
	};

	it('has an entry for every dependency, also for those of other systems, as npm ci demands', () => {
		const missing = Object.entries(packages).flatMap(([folder, { dependencies, optionalDependencies }]) =>
			Object.keys({ ...dependencies, ...optionalDependencies }).filter(
				(name) => !places(folder).some((place) => packages[join(place, 'node_modules', name)]),
			),
		);
		expect(missing).toEqual([]);
	});

	it('names no registry', () => {
		expect(Object.values(packages).filter(({ resolved }) => resolved !== undefined)).toEqual([]);
	});
});

describe('the build', () => {
	it('has a codex file beside every node, naming that node', () => {
		for (const [file, node] of host().nodesOfPackage()) {
			const codex = JSON.parse(read(file.replace(/\.js$/, '.json'))) as object;
			expect(codex).toMatchObject({ node: `${manifest.name}.${node.description.name}` });
		}
	});

	it('has the words of a trigger that n8n lists under its node in the codex of that node', () => {
		const words = new Map(
			host()
				.nodesOfPackage()
				.map(([file, { description }]) => {
					const codex = JSON.parse(read(file.replace(/\.js$/, '.json'))) as {
						alias?: string[];
					};
					return [description.name, codex.alias ?? []];
				}),
		);
		for (const [name, own] of words) {
			const merged = words.get(name.replace(/Trigger$/, ''));
			expect([name, own.filter((word) => merged?.includes(word) === false)]).toEqual([name, []]);
		}
	});

	it('has every icon that a node or credential type names, for light and for dark', () => {
		const icons = [...host().nodesOfPackage(), ...host().credentialsOfPackage()].flatMap(([file, type]) => {
			const icon = 'description' in type ? type.description.icon : type.icon;
			expect([basename(file), icon]).toEqual([
				basename(file),
				{ light: expect.stringMatching(/^file:/) as string, dark: expect.stringMatching(/^file:/) as string },
			]);
			const { light, dark } = icon as { light: string; dark: string };
			return [light, dark].map((path) => join(ROOT, dirname(file), path.replace(/^file:/, '')));
		});
		expect(icons.filter((path) => !existsSync(path))).toEqual([]);
	});

	it('keeps every description within its budget', () => {
		const over = host()
			.nodesOfPackage()
			.flatMap(([, { description }]) => {
				const { name } = description;
				const size = Buffer.byteLength(JSON.stringify(description));
				const most = mostOf(name);
				return size > most ? [`${name}: ${size} of ${most} bytes: ${NEXT_STEP}`] : [];
			});
		expect(over).toEqual([]);
	});

	it('has no more lines for each operation than the last decision about them allows', () => {
		const page = read('docs/decisions/lines-per-operation.md');
		const most = Number([...page.matchAll(/^\| (\d+(?:\.\d+)?) /gm)].at(-1)?.[1]);
		const { operations, each } = linesPerOperation(
			host()
				.nodesOfPackage()
				.map(([, { description }]) => description),
		);
		expect(operations).toBeGreaterThan(400);
		expect(each).toBeGreaterThan(most / 2);
		expect(each > most ? [`${each.toFixed(1)} lines of nodes for each operation, of ${most}`] : []).toEqual(
			[],
		);
	});

	it('has another icon for each node, with the same shapes in light and in dark', () => {
		const icons = host()
			.nodesOfPackage()
			.map(([, { description }]) => JSON.stringify(description.icon));
		expect(new Set(icons).size).toBe(icons.length);
		const shapes = (name: string) => read(`icons/${name}`).replace(/#[0-9a-f]{6}/g, 'color');
		const light = readdirSync(join(ROOT, 'icons')).filter((name) => !name.endsWith('.dark.svg'));
		expect(new Set(light.map(shapes)).size).toBe(light.length);
		expect(light.map((name) => shapes(name.replace('.svg', '.dark.svg')))).toEqual(light.map(shapes));
	});
});

/** The libraries in the package: each is bundled with its license, listed for n8n's reviewers, and nothing is required. */
describe('a bundled library', () => {
	const VENDORED = 'dist/nodes/shared/vendor';
	const heads = readdirSync(join(ROOT, VENDORED)).flatMap((file) => {
		const text = read(`${VENDORED}/${file}`);
		return [...text.matchAll(/^\/\*\n(\S+) (\S+) \((.+)\)\n\n([^]*?)\n\*\/$/gm)].map(
			([, name = '', version = '', license = '', words = '']) => ({ file, name, version, license, words }),
		);
	});

	it('has the version and the text of the license in the head of each bundle', () => {
		const files = readdirSync(join(ROOT, 'nodes/shared/vendor')).filter((file) => /^\w+\.ts$/.test(file));
		expect([...new Set(heads.map(({ file }) => file))]).toEqual(
			files.map((file) => file.replace(/ts$/, 'js')),
		);
		for (const { words } of heads) expect(words).toMatch(/permi(t|ssion)[^]*warrant/i);
		const direct = heads.filter(({ name }) => name in manifest.devDependencies);
		expect(direct.map(({ version }) => version)).toEqual(
			direct.map(({ name }) => manifest.devDependencies[name]),
		);
	});

	it('is what the page for reviewers lists', () => {
		const [, section = ''] = read('docs/review.md').split('## Bundled libraries');
		const rows = [...section.matchAll(/^\| `(\S+)` +\| `(\S+)` +\| (\S+) +\| (.+?) +\|$/gm)];
		expect(rows.map(([, ...cells]) => cells)).toEqual(
			heads.map(({ file, name, version, license }) => [file, name, version, license]),
		);
	});

	it('requires nothing but its own files, what n8n gives, and the cryptography of Node.js', () => {
		const files = readdirSync(join(ROOT, 'dist'), { recursive: true, encoding: 'utf8' });
		const required = files
			.filter((file) => file.endsWith('.js'))
			.flatMap((file) => [...read(`dist/${file}`).matchAll(/\brequire\(["'`]([^"'`]+)["'`]\)/g)])
			.map(([, name = '']) => name)
			.filter((name) => !name.startsWith('.'));
		const given = ['crypto', 'lodash', 'luxon', 'n8n-workflow', 'node:crypto', 'zod'];
		expect([...new Set(required)].sort()).toEqual(given);
	});
});
