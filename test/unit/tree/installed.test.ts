/** The tarball, unpacked beside n8n's own modules. The scan has npm install it, on every Node.js that people have. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { escapeRegExp } from 'lodash';
import { loadAll, pack } from '../../../scripts/installed';
import { secretsIn } from '../../support/secrets';

const ROOT = resolve(__dirname, '../../..');

/** A third of the bytes is the forms that n8n reads at its start (startup.js), a third of the files the fields of items. Ten further operations fit. */
const MOST = { files: 1300, bytes: 3_800_000 };

/** Keys as npm, GitHub, OpenSSL and X write them, and where this copy of the project lies. */
const FOREIGN = [
	/-----BEGIN [A-Z ]*PRIVATE KEY/,
	/\bnpm_[A-Za-z0-9]{36}\b/,
	/\bgh[opsu]_[A-Za-z0-9]{36}\b|\bgithub_pat_\w{40,}/,
	/\bA{21}[\w%]{20,}/,
	new RegExp(escapeRegExp(ROOT)),
];

interface Manifest {
	n8n: { nodes: string[]; credentials: string[] };
}

const folder = mkdtempSync(join(tmpdir(), 'installed-package-'));
const root = join(folder, 'node_modules/n8n-nodes-x-platform');
let paths: string[] = [];

beforeAll(() => {
	mkdirSync(root, { recursive: true });
	execFileSync('tar', ['-xzf', pack(folder), '-C', root, '--strip-components=1']);
	const all = readdirSync(root, { recursive: true, encoding: 'utf8' });
	paths = all.filter((path) => statSync(join(root, path)).isFile());
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('loads every file beside what n8n gives to packages, and notices a library that is missing', () => {
	expect(loadAll({ folder })).toBeGreaterThan(500);
	const file = join(root, 'dist/forgotten.js');
	writeFileSync(file, "require('saxes');");
	expect(() => loadAll({ folder })).toThrow("Cannot find module 'saxes'");
	rmSync(file);
});

it('has no more files and bytes than it needs', () => {
	expect(paths.length).toBeLessThan(MOST.files);
	const bytes = paths.map((path) => statSync(join(root, path)).size);
	expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MOST.bytes);
});

it('holds no secret, and nothing of the machine that packs it', () => {
	const found = paths.flatMap((path) => {
		const text = readFileSync(join(root, path), 'utf8');
		const foreign = FOREIGN.filter((pattern) => pattern.test(text)).map(String);
		return [...secretsIn(text), ...foreign].map((what) => `${path}: ${what}`);
	});
	expect(found).toEqual([]);
	expect(paths.length).toBeGreaterThan(500);
});

it('holds the build and the texts, nothing else', () => {
	const texts = ['LICENSE', 'README.md', 'package.json'];
	expect(paths.filter((path) => !path.startsWith('dist/')).sort()).toEqual(texts);
	expect(paths.filter((path) => /\.(ts|map|tsbuildinfo)$/.test(path) && !path.endsWith('.d.ts'))).toEqual([]);
	const { n8n } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
	for (const file of [...n8n.nodes, ...n8n.credentials]) expect(paths).toContain(file);
});
