/** CONTRIBUTING.md, "Add an event to X Trigger", walked once with an event that the package does not have. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { omit } from 'lodash';
import type { INodeProperties } from 'n8n-workflow';
import type * as Table from '../../../scripts/docs/events';
import type * as Startup from '../../../nodes/XCoreTrigger/startup';
import { EVENTS } from '../../../nodes/XCoreTrigger/events';
import type { TriggerEvent } from '../../../nodes/XCoreTrigger/events/event';
import { requestOf } from '../../../nodes/XCoreTrigger/read';
import { findOperation } from '../../facts';
import { cases } from '../../support/cases';
import { repostOfPost } from './support/sampleEvent';

const ROOT = join(__dirname, '../../..');
const textOf = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const [, section = ''] = /## Add an event[^\n]*\n([^]+?)\n## /.exec(textOf('CONTRIBUTING.md')) ?? [];
const [record = '', example = ''] = [...section.matchAll(/```ts\n([^]+?)```/g)].map(([, code]) => code ?? '');

/** The form and the table of a package with these events. */
function packageWith(events: Readonly<Record<string, TriggerEvent>>) {
	let startup: typeof Startup | undefined;
	let table: typeof Table | undefined;
	jest.isolateModules(() => {
		jest.doMock('../../../nodes/XCoreTrigger/events', () => ({ EVENTS: events }));
		startup = jest.requireActual<typeof Startup>('../../../nodes/XCoreTrigger/startup');
		table = jest.requireActual<typeof Table>('../../../scripts/docs/events');
		jest.dontMock('../../../nodes/XCoreTrigger/events');
	});
	const properties = startup?.properties ?? [];
	const menu = properties.find(({ name }) => name === 'event')?.options ?? [];
	const isFor = ({ displayOptions: { show = {} } = {} }: INodeProperties) =>
		(show.event ?? show['/event'])?.includes('repostOfPost') === true;
	return { menu, shown: properties.filter(isFor), rows: table?.eventsTable().split('\n') ?? [] };
}

const events = omit(EVENTS, 'repostOfPost');
const before = packageWith(events);
const after = packageWith({ ...events, repostOfPost });

describe('adding the event of CONTRIBUTING.md', () => {
	it('takes the record that is printed there', () => {
		expect(record).not.toBe('');
		expect(textOf('test/unit/tree/support/sampleEvent.ts')).toContain(record);
	});

	it('reads a list that X Core has in the file that is named there', () => {
		expect(textOf('nodes/XCore/resources/post.ts')).toMatch(/\tgetRepostingUsers: (op\(\{|repostingUsers,)/);
	});

	it('takes one line in the index, as every other one', () => {
		const index = textOf('nodes/XCoreTrigger/events/index.ts');
		const lines = Object.keys(EVENTS).filter((name) => new RegExp(`^\t${name}[,:]`, 'm').test(index));
		expect(lines).toEqual(Object.keys(EVENTS));
	});

	it('needs a case like the others that make it happen', () => {
		expect(example).toMatch(/^repostOfPost: \{\n\tparameters: ofWatchedPost,\n\thappen: /);
		expect(example).toContain('\tbilled: {');
		const table = 'Record<keyof typeof EVENTS, EventCase>';
		expect(textOf('test/harness/pollTrigger/cases.ts')).toContain(table);
	});

	it('makes an entry in the menu and a form that says what it costs', () => {
		expect(before.shown).toEqual([]);
		expect(after.menu).toHaveLength(before.menu.length + 1);
		expect(after.menu).toContainEqual({
			name: 'Repost of a Post',
			value: 'repostOfPost',
			action: 'On repost of a post',
			description: 'Someone reposts a Post',
		});
		const names = after.shown.map(({ name }) => name);
		expect(new Set(names)).toEqual(new Set(['authentication', 'post_id', 'costNotice', 'costOfNewsNotice']));
		// Every minute, every hour, every day, and anything else.
		expect(names.filter((name) => name === 'costNotice')).toHaveLength(4);
	});

	it('makes the request for a page, with documented parameters', () => {
		const ask = { size: 20, token: 'next' };
		const {
			method,
			path,
			query = [],
		} = requestOf(repostOfPost, { id: '20' }, ask, {
			mode: 'simplified',
			fields: [],
		});
		expect(`${method} ${path}`).toBe('GET /2/tweets/20/retweeted_by');
		expect(query).toContainEqual(['max_results', '20']);
		const documented = findOperation(repostOfPost.list.route)?.parameters.map(({ name }) => name) ?? [];
		expect(query.map(([name]) => name).filter((name) => !documented.includes(name))).toEqual([]);
	});

	it('makes a row of the documentation', () => {
		const added = after.rows.filter((row) => !before.rows.includes(row));
		expect(added).toEqual([expect.stringMatching(/^\| Repost of a Post \| .*retweeted_by.*latest addition/)]);
	});

	const walk = cases(0, 1) > 0 ? it : undefined;
	walk?.(
		'ends green where it is walked by its letter, in a copy of the repository',
		() => {
			const copy = mkdtempSync(join(tmpdir(), 'contributing-event-'));
			const rewrite = (path: string, change: (text: string) => string) => {
				const text = readFileSync(join(copy, path), 'utf8');
				const changed = change(text);
				expect([path, changed === text]).toEqual([path, false]);
				writeFileSync(join(copy, path), changed);
			};
			const run = (program: string, ...args: string[]) =>
				execFileSync(process.execPath, [join(ROOT, 'node_modules', program), ...args], {
					cwd: copy,
					encoding: 'utf8',
					stdio: 'pipe',
					env: { ...process.env, MANY_CASES: '' },
				});
			try {
				const files = ['package.json', 'tsconfig.json', 'tsconfig.build.json', 'jest.config.js'];
				for (const path of ['nodes', 'credentials', 'icons', 'scripts', 'test', 'dist', ...files])
					cpSync(join(ROOT, path), join(copy, path), { recursive: true });
				symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
				const [moved = '', list = ''] =
					/\t\tgetRepostingUsers: (op\(\{[^]*?\n\t\t\}\)),\n/.exec(textOf('nodes/XCore/resources/post.ts')) ??
					[];
				rewrite('nodes/XCore/resources/post.ts', (text) =>
					text
						.replace(moved, '\t\tgetRepostingUsers: repostingUsers,\n')
						.replace('recentSearch,', 'recentSearch, repostingUsers,'),
				);
				const own = list.replace('op({', 'op({ auth: read,');
				rewrite('nodes/shared/core/lists.ts', (text) => `${text}\nexport const repostingUsers = ${own};\n`);
				rewrite('nodes/XCoreTrigger/events/others.ts', (text) =>
					`${text}\n${record}`.replace('placeTrends }', 'placeTrends, repostingUsers }'),
				);
				rewrite('nodes/XCoreTrigger/events/index.ts', (text) =>
					text.replace('\trepostOfMe:', '\trepostOfPost: others.repostOfPost,\n\trepostOfMe:'),
				);
				rewrite('test/harness/pollTrigger/cases.ts', (text) => text.replace(/\};\n$/, `${example}};\n`));
				run('typescript/bin/tsc', '-p', 'tsconfig.build.json');
				run('jest/bin/jest.js', '-w', '1', 'test/harness/pollTrigger/(events|bill)', '-t', 'repostOfPost');
			} finally {
				rmSync(copy, { recursive: true, force: true });
			}
		},
		600_000,
	);
});
