/** What a new operation changes in the repository, worked out before anything is written. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import type { Description } from '../facts/description';
import { withOperation, withSample } from './factRows';
import { Imports, withEdits } from './imports';
import { fileOf, labelOf, member, placeFor, placeText, positionOf, type ResourceFile } from './place';
import { priceFor, withPriceLine, type Priced } from './priceRow';
import type { Published } from './published';
import { recordCode, type RecordCode } from './record';
import { onOneLine, withRow } from './tables';
import { textsOf, type Texts } from './texts';
import type { Changes } from './write';

/** What the user chose instead of what is proposed. */
export interface Wishes {
	readonly resource?: string | undefined;
	readonly name?: string | undefined;
	readonly price?: string | undefined;
	readonly docs?: string | undefined;
}

/** A new operation: what is written, and what a person decides. */
export interface Addition {
	/** Not formatted yet. */
	readonly changes: Changes;
	readonly operation: Published;
	readonly texts: Texts;
	readonly docs: string;
	readonly hasPublishedDocs: boolean;
	readonly entity?: RecordCode['entity'];
	/** The operation in messages and tests, e.g. `xCore.community.getMembers`. */
	readonly label: string;
	/** Its resource, e.g. `X Core: community`. */
	readonly place: string;
	readonly file: string;
	readonly priced: Priced;
	readonly notes: readonly string[];
}

const CORE = 'test/facts/core.json';
const ANSWERS = 'test/facts/core-answers.json';
const PRICES = 'test/facts/prices.json';
const MODEL_PRICES = 'nodes/shared/model/prices.ts';

/**
 * Works out what an operation changes.
 *
 * @param description X's description as it was read.
 * @param operation What it says of an operation that the facts do not have.
 * @throws Error where no record can be made of it.
 */
export function additionOf(
	root: string,
	description: Description,
	operation: Published,
	wishes: Wishes,
): Addition {
	refuseOtherKinds(operation);
	const { row } = operation;
	const place = placeFor(row.route, row.tag, wishes.resource);
	const texts = textsOf(operation, place.resource.name, wishes.name);
	refuseTaken(texts, place.resource.operations, placeText(place));
	const docs = wishes.docs ?? row.docs ?? guessedDocs(operation);
	const resource = fileOf(root, place);
	const imports = new Imports(resource.file);
	const record = recordCode(operation, texts, imports);
	const priced = priceFor(operation, record.entity, wishes.price);
	const read = (path: string) => readFileSync(join(root, path), 'utf8');
	const facts = withOperation(read(CORE), operation, docs, description.place);
	const code = withRecord(resource, record.code, texts.key, imports);
	const prices = withPriceLine(read(MODEL_PRICES), priced.price, row.paging?.max);
	return {
		changes: new Map([
			[CORE, facts.text],
			[ANSWERS, withSample(read(ANSWERS), operation, description)],
			[PRICES, withPriceRow(read(PRICES), priced)],
			[resource.path, code],
			[MODEL_PRICES, prices],
		]),
		operation,
		texts,
		docs,
		priced,
		hasPublishedDocs: wishes.docs !== undefined || row.docs !== undefined,
		...(record.entity !== undefined && { entity: record.entity }),
		label: labelOf(place, texts.key),
		place: placeText(place),
		file: resource.path,
		notes: facts.notes,
	};
}

/** What is no step of a workflow with a form and an answer in JSON is written by hand. */
function refuseOtherKinds({ row }: Published): void {
	const written = 'Write its row, its sample and its record by hand, as CONTRIBUTING.md describes.';
	if (row.answer === 'stream') {
		throw new Error(`${row.route} is a stream: a source of X Stream Trigger, and no operation of a node.`);
	}
	if (row.answer === 'file') throw new Error(`${row.route} answers with a file. ${written}`);
	if (row.body && !row.body.types.includes('application/json')) {
		throw new Error(`${row.route} takes ${row.body.types.join(' or ')}. ${written}`);
	}
}

function refuseTaken(
	{ key, name }: Texts,
	operations: Readonly<Record<string, unknown>>,
	place: string,
): void {
	if (key in operations) {
		throw new Error(`${place} has an operation "${name}" already. Give this one another name with --name.`);
	}
}

const kebab = (text: string) =>
	text
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, '-')
		.replace(/^-|-$/g, '');

/** X's pages are mostly named after chapter and summary. */
const guessedDocs = ({ row, summary }: Published): string =>
	`https://docs.x.com/x-api/${kebab(row.tag)}/${kebab(summary)}`;

function withRecord({ file, operations }: ResourceFile, code: string, key: string, imports: Imports): string {
	const edits = [
		...imports.edits(),
		...keptDefault(key, operations),
		[positionOf(key, operations), code] as const,
	];
	return withEdits(file.text, edits);
}

/** A new node goes on to begin with the operation that it began with: by default that is the first one. */
function keptDefault(
	key: string,
	operations: ts.ObjectLiteralExpression,
): ReadonlyArray<readonly [number, string]> {
	const first = operations.properties[0]?.name?.getText() ?? key;
	const { parent } = operations.parent;
	const isNamed = ts.isObjectLiteralExpression(parent) && member(parent, 'defaultOperation') !== undefined;
	if (first <= key || isNamed) return [];
	return [[operations.parent.getStart(), `defaultOperation: ${JSON.stringify(first)},\n`]];
}

const withPriceRow = (text: string, { price }: Priced): string =>
	withRow(text, price.route, onOneLine(price));
