/**
 * Which node and credential types exist: our built package, loaded with n8n's own package loader from the paths that
 * package.json declares, next to the built-ins of this harness.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join, resolve } from 'node:path';
import { PackageDirectoryLoader } from 'n8n-core';
import type { ICredentialType, INodeType, INodeTypes, IVersionedNodeType } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';
import { builtIns } from './builtIns';
import { OAUTH2_API } from './oauthParent';

/** The models of X may play against another build, such as that of an older version. */
export const PACKAGE_ROOT = process.env['X_PACKAGE_ROOT'] ?? resolve(__dirname, '../../..');

type NodeTypes = Readonly<Record<string, INodeType | IVersionedNodeType>>;

export class Registry implements INodeTypes {
	private readonly failures: string[] = [];

	private constructor(
		private readonly loader: PackageDirectoryLoader,
		private readonly others: NodeTypes,
	) {
		const { n8n, version } = loader.packageJson;
		for (const file of n8n?.nodes ?? []) this.attempt(file, () => loader.loadNodeFromFile(file, version));
		for (const file of n8n?.credentials ?? []) this.attempt(file, () => loader.loadCredentialFromFile(file));
	}

	/**
	 * Loads the built package; a file that does not load fails when a test asks for a type that is missing then.
	 * @param others Node types besides ours and the harness's own, by full type name.
	 */
	static load(others: NodeTypes = {}): Registry {
		return new Registry(new PackageDirectoryLoader(PACKAGE_ROOT), others);
	}

	private attempt(file: string, load: () => void): void {
		try {
			load();
		} catch (error) {
			this.failures.push(`${file}: ${(error as Error).message.split('\n')[0]}`);
		}
	}

	private missing(what: string): Error {
		const reasons = this.failures.length > 0 ? ` These did not load: ${this.failures.join('; ')}` : '';
		return new Error(`No ${what} here; is it registered and built (npm run build)?${reasons}`);
	}

	/** The full type name of a node given by its short name (`xCore`) or already by its full one. */
	typeName(node: string): string {
		return node.includes('.') ? node : `${this.loader.packageName}.${node}`;
	}

	/** All credential types of our package by name. */
	ownCredentials(): Record<string, ICredentialType> {
		const entries = Object.entries(this.loader.credentialTypes);
		return Object.fromEntries(entries.map(([name, { type }]) => [name, type]));
	}

	getByName(nodeType: string): INodeType | IVersionedNodeType {
		const given = this.others[nodeType] ?? builtIns[nodeType];
		if (given) return given;
		const prefix = `${this.loader.packageName}.`;
		if (nodeType.startsWith(prefix) && nodeType.endsWith('Tool'))
			return toolOf(this.getByNameAndVersion(nodeType.slice(0, -'Tool'.length)));
		const own = nodeType.startsWith(prefix) && this.loader.nodeTypes[nodeType.slice(prefix.length)];
		if (!own) throw this.missing(`node type ${nodeType}`);
		return own.type;
	}

	getByNameAndVersion(nodeType: string, version?: number): INodeType {
		return NodeHelpers.getVersionedNodeType(this.getByName(nodeType), version);
	}

	getKnownTypes() {
		return this.loader.known.nodes;
	}

	credential(name: string): ICredentialType {
		if (name === OAUTH2_API.name) return OAUTH2_API;
		const own = this.loader.credentialTypes[name];
		if (!own) throw this.missing(`credential type ${name}`);
		return own.type;
	}

	/** Names of the credential types that `name` extends, nearest first. */
	parentsOf(name: string): string[] {
		const own = this.ownCredentials()[name]?.extends ?? [];
		return own.flatMap((parent) => [parent, ...this.parentsOf(parent)]);
	}
}

/** The copy of a node that n8n makes as a tool: `convertNodeToAiTool` in `dist/tool-generation/ai-tools.js` of n8n 2.39.10. */
function toolOf(node: INodeType): INodeType {
	const { name } = node.description;
	const description = { ...node.description, name: `${name}Tool`, inputs: [], outputs: ['ai_tool'] };
	return Object.create(node, { description: { value: description } }) as INodeType;
}

interface Manifest {
	n8n: { nodes: string[]; credentials: string[] };
}

const manifest = (): Manifest =>
	JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8')) as Manifest;

/** The package's nodes as their files build them, untouched by a loader; by path in `dist`. */
export const nodesOfPackage = (): Array<[file: string, node: INodeType]> =>
	manifest().n8n.nodes.map((file) => [file, instance<INodeType>(file)]);

/** The package's credential types as their files build them; by path in `dist`. */
export const credentialsOfPackage = (): Array<[file: string, credential: ICredentialType]> =>
	manifest().n8n.credentials.map((file) => [file, instance<ICredentialType>(file)]);

function instance<T>(file: string): T {
	const exported = createRequire(join(PACKAGE_ROOT, 'package.json'))(`./${file}`) as Record<
		string,
		new () => T
	>;
	const name = basename(file).split('.')[0] ?? '';
	const Type = exported[name];
	if (!Type) throw new Error(`${file} exports no class ${name}`);
	return new Type();
}
