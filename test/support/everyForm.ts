/** Every operation of every node with a filled form. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { Person } from '../simulator/chat/person';
import { KEY_VERSION } from '../simulator/chat/state';
import { ME } from '../simulator/identities';
import type { Addresses } from './credentials';
import { filled } from './fill';
import { forms, type Form } from './forms';
import { host, runNode, type NodeRun } from './index';

export interface FilledForm {
	form: Form;
	label: string;
	parameters: INodeParameters;
}

export const filledForms = (): FilledForm[] =>
	host()
		.nodesOfPackage()
		.filter(([, node]) => node.execute !== undefined)
		.flatMap(([, node]) => forms(node))
		.map((form) => ({ form, label: form.label, parameters: filled(form) }));

const image = { data: Buffer.from('image').toString('base64'), mimeType: 'image/png', fileName: 'a.png' };

/** Runs an operation with an item for each marker, which has a file as well, and more columns if needed. */
export const runForm = async (
	{ form, parameters }: Pick<FilledForm, 'form' | 'parameters'>,
	sim: Addresses,
	markers: readonly string[],
	more: IDataObject = {},
): Promise<NodeRun> =>
	await runNode({
		node: form.description.name,
		sim,
		parameters,
		items: markers.map((marker) => ({ json: { marker, ...more }, binary: { data: { ...image } } })),
		continueOnFail: true,
	});

const me = { id: ME.id, username: ME.username, name: ME.name };

/** What says who the authenticated user is, and whose the private keys are. */
export const whoIAm = (path: string, method = 'GET') => {
	if (method !== 'GET') return undefined;
	if (path.startsWith('/2/users/me')) return me;
	return path === `/2/users/${me.id}/public_keys` ? [new Person(me.id, KEY_VERSION).row] : undefined;
};

export { useOwnHost as useServer } from './ownHost';
