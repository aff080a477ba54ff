/**
 * The icons: one family, and one for each node.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { groupBy, uniq } from 'lodash';
import { host } from '../../support';

const FOLDER = join(__dirname, '..', '..', '..', 'icons');
const names = readdirSync(FOLDER).filter((name) => !name.endsWith('.dark.svg'));
const drawn = (name: string) => readFileSync(join(FOLDER, name), 'utf8');
const inDark = (name: string) => name.replace('.svg', '.dark.svg');
/** What is drawn, without its colors. */
const shapes = (name: string) => drawn(name).replace(/#[0-9a-f]{6}/g, 'color');
const colors = (name: string) => uniq(drawn(name).match(/#[0-9a-f]{6}/g)).sort();

describe('the icons', () => {
	it('are another one for each node', () => {
		const icons = host()
			.nodesOfPackage()
			.map(([, { description }]) => JSON.stringify(description.icon));
		expect(icons.length).toBe(13);
		expect(Object.values(groupBy(icons)).filter((same) => same.length > 1)).toEqual([]);
		expect(uniq(names.map(shapes)).length).toBe(names.length);
	});

	it.each(names)('%s has the same shapes in light and in dark, and other colors', (name) => {
		expect(existsSync(join(FOLDER, inDark(name)))).toBe(true);
		expect(shapes(inDark(name))).toBe(shapes(name));
		expect(colors(inDark(name))).not.toEqual(colors(name));
	});

	it('share the tile, and all but that of X Core share the letter in its corner', () => {
		const letter = /<g transform="translate\(35\.6 35\.9\) scale\(\.34\)">.*?<\/g>/;
		expect(uniq(names.map((name) => /<rect [^>]*>/.exec(shapes(name))?.[0]))).toHaveLength(1);
		const lettered = names.filter((name) => name !== 'x-core.svg');
		expect(uniq(lettered.map((name) => letter.exec(shapes(name))?.[0]))).toEqual([expect.any(String)]);
	});
});
