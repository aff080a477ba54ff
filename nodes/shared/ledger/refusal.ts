import { type Failure, NodeOperationError, type IDataObject, type INode } from 'n8n-workflow';
import { utc } from '../util/time';

interface Refused {
	readonly rule: string;
	readonly kind: string;
	readonly message: string;
	readonly description: string;
	/** The moment at which the rule allows it again. Is undefined if waiting does not help. */
	readonly opensAt?: Date | undefined;
	readonly isMoney?: boolean;
	readonly facts?: IDataObject;
}

/** A request that was not sent because of a rule that the user set for more than one run. */
export class GuardRefusal extends NodeOperationError {
	readonly rule: string;
	readonly isMoney: boolean;

	constructor(node: INode, { rule, kind, message, description, opensAt, isMoney = false, facts }: Refused) {
		const opens = opensAt === undefined ? '' : `; it opens again at ${utc(opensAt)}`;
		const failure: Failure =
			opensAt === undefined
				? { cause: 'configuration-invalid' }
				: { cause: 'quota-exhausted', resetsAtEpochMs: opensAt.getTime() };
		super(node, `${message}${opens}`, { description, failure });
		this.rule = rule;
		this.isMoney = isMoney;
		this.context.data = { kind, ...facts, ...(opensAt && { retryAt: opensAt.toISOString() }) };
	}
}
