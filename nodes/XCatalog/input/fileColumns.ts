/** Remembers the columns of the files that nodes have read, so that the form can offer them for Own Mapping. */
import { createHash } from 'crypto';
import { get } from 'lodash';
import type { IExecuteFunctions, ILoadOptionsFunctions } from 'n8n-workflow';
import { formParameters } from '../../shared/engine/parameters';
import { remembered } from '../../shared/memory/process';
import { asText } from '../../shared/util/text';

/** A file may have hundreds of columns. */
const FILES = 200;

const known = remembered<readonly string[]>({
	name: 'columns of the file that was read last',
	of: 'credential',
	limit: FILES,
});

/**
 * Form and run share no ID: n8n gives the form neither the node nor the workflow. Both know the credential and the
 * values of the fields, so these form the key. Without the same credential, no one sees the columns of a file.
 */
const keyOf = (credentials: unknown, catalog: unknown, file: unknown): string =>
	createHash('sha256')
		.update(JSON.stringify([credentials, catalog, file]))
		.digest('hex');

const textOf = (value: unknown) => asText(typeof value === 'object' ? get(value, 'value') : value);

export function rememberColumns(context: IExecuteFunctions, columns: readonly string[]): void {
	const { parameters, credentials } = context.getNode();
	const catalog = textOf(parameters.product_catalog_id);
	known.set(keyOf(credentials, catalog, textOf(parameters.binaryPropertyName)), columns);
}

/** Lists the columns of the file that this node read last; none if it has not run since n8n started. */
export function columnsReadBefore(context: ILoadOptionsFunctions): readonly string[] {
	const parameter = formParameters(context);
	const { credentials } = context.getNode();
	return (
		known.get(keyOf(credentials, parameter('product_catalog_id'), parameter('binaryPropertyName'))) ?? []
	);
}
