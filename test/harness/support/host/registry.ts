/**
 * Which node and credential types exist: our built package, loaded with n8n's own package loader from the paths that
 * package.json declares, next to the built-ins of this harness.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PackageDirectoryLoader } from 'n8n-core';
import type { ICredentialType, INodeType, INodeTypes, IVersionedNodeType } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';
import { builtIns } from './builtIns';
import { oAuth2Api } from './oauthParent';

export const packageRoot = resolve(__dirname, '../../../..');

export class Registry implements INodeTypes {
	private constructor(private readonly loader: PackageDirectoryLoader) {}

	/** Loads the built package. Throws when `dist` lacks a file that package.json registers. */
	static async load(root: string = packageRoot): Promise<Registry> {
		const loader = new PackageDirectoryLoader(root);
		const { nodes = [], credentials = [] } = loader.packageJson.n8n ?? {};
		const missing = [...nodes, ...credentials].filter((file) => !existsSync(join(root, file)));
		if (missing.length > 0) throw new Error(`Not built (run "npm run build"): ${missing.join(', ')}`);
		await loader.loadAll();
		return new Registry(loader);
	}

	/** The full type name of a node given by its short name (`xCore`) or already by its full one. */
	typeName(node: string): string {
		return node.includes('.') ? node : `${this.loader.packageName}.${node}`;
	}

	/** All nodes of our package by short name. */
	ownNodes(): Record<string, INodeType> {
		const entries = Object.entries(this.loader.nodeTypes);
		return Object.fromEntries(
			entries.map(([name, { type }]) => [name, NodeHelpers.getVersionedNodeType(type)]),
		);
	}

	/** All credential types of our package by name. */
	ownCredentials(): Record<string, ICredentialType> {
		const entries = Object.entries(this.loader.credentialTypes);
		return Object.fromEntries(entries.map(([name, { type }]) => [name, type]));
	}

	getByName(nodeType: string): INodeType | IVersionedNodeType {
		const builtIn = builtIns[nodeType];
		if (builtIn) return builtIn;
		const prefix = `${this.loader.packageName}.`;
		if (!nodeType.startsWith(prefix)) throw new Error(`No such node type in the harness: ${nodeType}`);
		return this.loader.getNode(nodeType.slice(prefix.length)).type;
	}

	getByNameAndVersion(nodeType: string, version?: number): INodeType {
		return NodeHelpers.getVersionedNodeType(this.getByName(nodeType), version);
	}

	getKnownTypes() {
		return this.loader.known.nodes;
	}

	credential(name: string): ICredentialType {
		return name === oAuth2Api.name ? oAuth2Api : this.loader.getCredential(name).type;
	}

	/** Names of the credential types that `name` extends, nearest first. */
	parentsOf(name: string): string[] {
		const own = this.ownCredentials()[name]?.extends ?? [];
		return own.flatMap((parent) => [parent, ...this.parentsOf(parent)]);
	}
}
