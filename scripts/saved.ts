/** Writes what workflows save of the built nodes and credentials: `npm run build && npx tsx scripts/saved.ts`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { ICredentialType, INodeType } from 'n8n-workflow';
import { formsOf, write, type Described } from './saved/forms';

const ROOT = join(__dirname, '..');
const load = createRequire(join(ROOT, 'package.json'));
const { n8n } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
	n8n: { nodes: string[]; credentials: string[] };
};

const instances = (files: readonly string[]): unknown[] =>
	files.flatMap((file) => {
		const exported = load(`./${file}`) as Record<string, unknown>;
		return Object.values(exported)
			.filter((value): value is new () => unknown => typeof value === 'function')
			.map((Type) => new Type());
	});

const described: Described[] = [
	...(instances(n8n.nodes) as INodeType[]).map(({ description }) => description),
	...(instances(n8n.credentials) as ICredentialType[]),
];
const TEXT = write(new Map(described.map((each) => [each.name, formsOf(each)])));
writeFileSync(join(ROOT, 'test', 'fixtures', 'saved.txt.gz'), gzipSync(TEXT, { level: 9 }));
