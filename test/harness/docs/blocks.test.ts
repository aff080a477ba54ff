/**
 * Every code block of the documentation does what it shows. A block of a kind that is not known here fails.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { useSimulator } from '../../support/simulator';
import { blocks, type Block } from './pages';
import {
	checkDockerfile,
	checkDrawing,
	checkJavaScript,
	checkNginx,
	checkShell,
	checkTypeScript,
} from './programs';
import { checkJson } from './workflows';

const sim = useSimulator({ followers: 5 });

const KINDS: Readonly<Record<string, (block: Block) => void | Promise<void>>> = {
	dockerfile: checkDockerfile,
	js: checkJavaScript,
	json: async (block) => await checkJson(block, sim()),
	nginx: checkNginx,
	sh: checkShell,
	text: checkDrawing,
	ts: checkTypeScript,
};

it('there are blocks', () => expect(blocks().length).toBeGreaterThan(10));

it.each(blocks().map((block) => [block.place, block.language, block] as const))(
	'%s (%s)',
	async (_, language, block) => {
		expect(Object.keys(KINDS)).toContain(language);
		await KINDS[language]?.(block);
	},
);
