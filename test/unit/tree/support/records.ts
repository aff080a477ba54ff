/** Every record of every node, with what the request builder makes of its fields. */
import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { placeOf } from '../../../../nodes/shared/engine/request';
import type { Field, Operation, FieldPlace } from '../../../../nodes/shared/operation/operation';
import type { NodeSpec } from '../../../../nodes/shared/operation/nodeSpec';

export interface Sent {
	key: string;
	/** Name on the wire; for a body its outermost key. */
	wire: string;
	place: FieldPlace;
	field: Field;
}

export interface NodeRecord {
	/** `xCore.post.create` */
	label: string;
	operation: Operation;
	sent: Sent[];
}

function recordsOf(node: string, spec: NodeSpec): NodeRecord[] {
	return spec.resources.flatMap(({ value, operations }) =>
		Object.entries(operations).map(([name, operation]) => ({
			label: `${node}.${value}.${name}`,
			operation,
			sent: Object.entries(operation.fields).map(([key, field]) => sentAs(key, field, operation)),
		})),
	);
}

function sentAs(key: string, field: Field, operation: Operation): Sent {
	const place = placeOf(key, field, operation);
	const wire = field.wire ?? key;
	return { key, wire: place === 'body' ? (wire.split('.')[0] ?? wire) : wire, place, field };
}

const NODES_FOLDER = join(__dirname, '../../../../nodes');

/** Every folder in `nodes/` that describes its operations in a `spec.ts`, by name of the folder. */
export function specs(): Array<[folder: string, spec: NodeSpec]> {
	const load = createRequire(__filename);
	return readdirSync(NODES_FOLDER)
		.filter((folder) => existsSync(join(NODES_FOLDER, folder, 'spec.ts')))
		.filter((folder) => folder !== 'shared')
		.map((folder) => [folder, (load(join(NODES_FOLDER, folder, 'spec.ts')) as { spec: NodeSpec }).spec]);
}

const nameOf = (folder: string) => folder.charAt(0).toLowerCase() + folder.slice(1);

/** All records of the package. */
export const records = (): NodeRecord[] =>
	specs().flatMap(([folder, spec]) => recordsOf(nameOf(folder), spec));
