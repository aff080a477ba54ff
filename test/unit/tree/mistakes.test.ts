/** Each mistake of the table is made in a copy of the package, one after the other, and the test that is named must fail there. */
import { cases } from '../../support/cases';
import { usePackageCopy } from '../../support/packageCopy';
import { MISTAKES } from './support/mistakes';

const failsWith = usePackageCopy();

/** Every run of the tests makes one that a fast test sees. */
const some = MISTAKES.slice(0, cases(1, MISTAKES.length));

it.each(some.map((mistake) => [mistake.file, ...mistake.takeOut, mistake] as const))(
	'the tests see in %s, for %j, %j',
	async (_file, _part, _instead, mistake) => await failsWith(mistake),
);
