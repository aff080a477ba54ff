/** The columns of the files that nodes read last, so that the form can offer them for Own Mapping. */
import { createHash } from 'crypto';
import { get } from 'lodash';
import type { IExecuteFunctions, ILoadOptionsFunctions } from 'n8n-workflow';
import { formParameters } from '../../shared/engine/parameters';
import { BoundedMap } from '../../shared/util/boundedMap';
import { asText } from '../../shared/util/text';

/** The names alone are kept, for as long as n8n runs. */
const known = new BoundedMap<string, readonly string[]>(200);

/**
 * The form is another request than the run, and n8n passes neither node nor workflow to it. What both have is the
 * credential and what is written in the fields: no one else's files can have the same key.
 */
const keyOf = (credentials: unknown, catalog: unknown, file: unknown): string =>
	createHash('sha256')
		.update(JSON.stringify([credentials, catalog, file]))
		.digest('hex');

const textOf = (value: unknown) => asText(typeof value === 'object' ? get(value, 'value') : value);

/** Remembers the columns of the file that a node reads. */
export function rememberColumns(context: IExecuteFunctions, columns: readonly string[]): void {
	const { parameters, credentials } = context.getNode();
	const catalog = textOf(parameters.product_catalog_id);
	known.set(keyOf(credentials, catalog, textOf(parameters.binaryPropertyName)), columns);
}

/** The columns of the file that this node read last; none where it has not run since n8n's start. */
export function columnsReadBefore(context: ILoadOptionsFunctions): readonly string[] {
	const parameter = formParameters(context);
	const { credentials } = context.getNode();
	return (
		known.get(keyOf(credentials, parameter('product_catalog_id'), parameter('binaryPropertyName'))) ?? []
	);
}
