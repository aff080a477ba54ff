import { isEmpty, pickBy } from 'lodash';
import { Credentials } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	ICredentialsExpressionResolveValues,
	ICredentialsHelper as Contract,
	ICredentialType,
	IDataObject,
	IHttpRequestHelper,
	IHttpRequestOptions,
	INode,
	INodeCredentialsDetails,
	INodeProperties,
	IRequestOptionsSimplified,
	IWorkflowExecuteAdditionalData,
	NodeParameterValue,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { ICredentialsHelper, NodeHelpers, Workflow } from 'n8n-workflow';
import { allowedDomainsOf } from './engineVersion';
import type { Registry } from './registry';

type Data = ICredentialDataDecryptedObject;

/** Type of the node that stands for a credential test; n8n always asks for a fresh token then. */
export const CREDENTIAL_TEST_TYPE = 'harness.credentialTest';

/** The fields of a type with those of its parents. */
const properties = new WeakMap<ICredentialType, INodeProperties[]>();
/** What the expressions among the defaults come to, by the whole credential. */
const defaults = new Map<string, Data>();
const texts = new Map<string, string>();
const contents = new Map<string, Data>();

/** What n8n stores of a credential. The few that all tests use are encrypted once for each process. */
async function encrypted(data: Data): Promise<string> {
	const plain = JSON.stringify(data);
	const known = texts.get(plain);
	if (known !== undefined) return known;
	const credentials = new Credentials({ id: null, name: '' }, '');
	await credentials.setData(data);
	texts.set(plain, credentials.data ?? '');
	return credentials.data ?? '';
}

/** What n8n reads of a stored credential; a text that was read before is not decrypted again. */
async function decrypted(credentials: Credentials): Promise<Data> {
	const { data = '' } = credentials;
	const known = contents.get(data) ?? (await credentials.getData());
	contents.set(data, known);
	return structuredClone(known);
}

/**
 * Credentials as n8n keeps them: stored encrypted, decrypted with defaults filled in and expressions resolved when a
 * node asks, authenticated through the credential type, renewed through its `preAuthentication`, and written back
 * when n8n-core has refreshed an OAuth 2.0 token.
 */
export class CredentialStore extends ICredentialsHelper implements Contract {
	private readonly stored = new Map<string, Credentials>();
	constructor(private readonly registry: Registry) {
		super();
	}

	/** Stores one credential encrypted and returns what a node holds to refer to it. */
	async add(type: string, data: Data): Promise<INodeCredentialsDetails> {
		const details = { id: `${type}-${this.stored.size + 1}`, name: `${type} of the test` };
		this.stored.set(details.id, new Credentials(details, type, await encrypted(data)));
		return details;
	}

	/** What is stored now, decrypted: as entered, plus what n8n or the credential type wrote since. */
	async read({ id }: INodeCredentialsDetails): Promise<Data> {
		return await decrypted(this.entry(id));
	}

	getParentTypes(name: string): string[] {
		return this.registry.parentsOf(name);
	}

	isCredentialUsableByNode(): boolean {
		return true;
	}

	getCredentials({ id }: INodeCredentialsDetails): Promise<Credentials> {
		return Promise.resolve(this.entry(id));
	}

	getCredentialsProperties(type: string): INodeProperties[] {
		const own = this.registry.credential(type);
		const known = properties.get(own) ?? this.propertiesOf(type);
		properties.set(own, known);
		return known;
	}

	private propertiesOf(type: string): INodeProperties[] {
		const merged: INodeProperties[] = [];
		for (const name of [...this.registry.parentsOf(type).reverse(), type]) {
			NodeHelpers.mergeNodeProperties(merged, structuredClone(this.registry.credential(name).properties));
		}
		return merged;
	}

	async getDecrypted(
		_additionalData: IWorkflowExecuteAdditionalData,
		details: INodeCredentialsDetails,
		type: string,
		mode: WorkflowExecuteMode,
		_executeData?: unknown,
		raw?: boolean,
		at?: ICredentialsExpressionResolveValues,
	): Promise<Data> {
		const entered = await this.read(details);
		return raw ? entered : this.complete(type, entered, mode, at);
	}

	/** Fills defaults in and resolves expressions, with the item of a node if there is one, as n8n does before use. */
	complete(
		type: string,
		entered: Data,
		mode: WorkflowExecuteMode,
		at?: ICredentialsExpressionResolveValues,
	): Data {
		const fields = this.getCredentialsProperties(type);
		const filled = NodeHelpers.getNodeParameters(fields, entered as never, true, false, null, null) ?? {};
		const { oauthTokenData } = entered;
		const data = (oauthTokenData === undefined ? filled : { ...filled, oauthTokenData }) as Data;
		// n8n prepares an evaluation for each value, and finds then that most of them are no expressions.
		const expressions = pickBy(data, (value) => JSON.stringify(value)?.includes('"='));
		if (isEmpty(expressions)) return data;
		// The defaults of a type read nothing but the credential itself.
		const isOfType = Object.entries(expressions).every(([name, value]) =>
			fields.some((field) => field.name === name && field.default === value),
		);
		const key = isOfType ? JSON.stringify(data) : undefined;
		const known = key === undefined ? undefined : defaults.get(key);
		const resolved = known ?? this.evaluated(expressions, data, mode, at);
		if (key !== undefined) defaults.set(key, resolved);
		return { ...data, ...resolved };
	}

	private evaluated(
		expressions: Data,
		data: Data,
		mode: WorkflowExecuteMode,
		at?: ICredentialsExpressionResolveValues,
	): Data {
		if (at)
			return at.workflow.expression.getParameterValue(
				expressions as never,
				at.runExecutionData,
				at.runIndex,
				at.itemIndex,
				at.node.name,
				at.connectionInputData,
				mode,
				{},
				undefined,
				false,
				data,
			) as Data;
		return this.scratch().expression.getComplexParameterValue(
			this.scratchNode,
			expressions as never,
			mode,
			{},
			undefined,
			undefined,
			data,
		) as Data;
	}

	async authenticate(
		credentials: Data,
		typeName: string,
		options: IHttpRequestOptions | IRequestOptionsSimplified,
	): Promise<IHttpRequestOptions> {
		const request = options as IHttpRequestOptions;
		const { authenticate } = this.typeWith('authenticate', typeName) ?? {};
		if (authenticate === undefined) return request;
		if (typeof authenticate === 'function') return await authenticate(credentials, request);
		for (const [part, values] of Object.entries(authenticate.properties)) {
			const target = ((request as unknown as IDataObject)[part] ??= {}) as IDataObject;
			for (const [key, value] of Object.entries(values as Record<string, NodeParameterValue>)) {
				target[String(this.resolve(key, credentials))] = this.resolve(value, credentials);
			}
		}
		return request;
	}

	/** Runs the type's `preAuthentication` when its expirable field is empty or was refused, and stores the outcome. */
	async preAuthentication(
		helpers: IHttpRequestHelper,
		credentials: Data,
		typeName: string,
		node: INode,
		expired: boolean,
	): Promise<Data | undefined> {
		const expirable = this.getCredentialsProperties(typeName).find((field) => field.typeOptions?.expirable);
		const testing = node.type === CREDENTIAL_TEST_TYPE;
		if (!expirable || (credentials[expirable.name] && !expired && !testing)) return undefined;
		const output = await this.runPreAuthentication(helpers, credentials, typeName);
		if (output?.[expirable.name] === undefined) return undefined;
		const details = node.credentials?.[typeName];
		// n8n keeps what is stored, with its expressions.
		if (details?.id)
			await this.updateCredentials(details, typeName, { ...(await this.read(details)), ...output });
		return Object.assign(credentials, output);
	}

	async runPreAuthentication(
		helpers: IHttpRequestHelper,
		credentials: Data,
		typeName: string,
	): Promise<Data | undefined> {
		const { preAuthentication } = this.typeWith('preAuthentication', typeName) ?? {};
		return (await preAuthentication?.call(restricted(helpers, credentials), credentials)) as Data | undefined;
	}

	async updateCredentials({ id }: INodeCredentialsDetails, _type: string, data: Data): Promise<void> {
		await this.entry(id).setData(data);
	}

	async updateCredentialsOauthTokenData(
		{ id }: INodeCredentialsDetails,
		_type: string,
		{ oauthTokenData }: Data,
	): Promise<void> {
		if (oauthTokenData !== undefined) await this.entry(id).updateData({ oauthTokenData });
	}

	private typeWith(part: 'authenticate' | 'preAuthentication', name: string): ICredentialType | undefined {
		const types = [name, ...this.registry.parentsOf(name)].map((type) => this.registry.credential(type));
		return types.find((type) => type[part] !== undefined);
	}

	private resolve(value: NodeParameterValue, credentials: Data): NodeParameterValue {
		if (typeof value !== 'string' || !value.startsWith('=')) return value;
		const keys = { $credentials: credentials };
		const mode = 'internal';
		return this.scratch().expression.getSimpleParameterValue(this.scratchNode, value, mode, keys) as string;
	}

	private readonly scratchNode: INode = {
		id: 'scratch',
		name: 'scratch',
		type: 'n8n-nodes-base.noOp',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	};

	private scratch(): Workflow {
		const nodes = [this.scratchNode];
		return new Workflow({ nodes, connections: {}, active: false, nodeTypes: this.registry });
	}

	private entry(id: string | null): Credentials {
		const found = this.stored.get(id ?? '');
		if (!found) throw new Error(`No credential ${id} in the harness`);
		return found;
	}
}

/** As n8n: the credential's own requests go to its allowed domains only, if it has a list of them. */
function restricted({ helpers }: IHttpRequestHelper, credentials: Data): IHttpRequestHelper {
	const allowedDomains = allowedDomainsOf(credentials);
	const httpRequest: typeof helpers.httpRequest = async (options) =>
		(await helpers.httpRequest({ ...options, ...(allowedDomains && { allowedDomains }) })) as unknown;
	return { helpers: { ...helpers, httpRequest } };
}
