/**
 * Each mechanism of the table of promises is taken out of a copy of the package, one after the other, and the test that
 * shows the promise must fail there.
 */
import { MECHANISMS, type Mechanism } from '../../../scripts/docs/promiseMechanisms';
import { cases } from '../../support/cases';
import { usePackageCopy } from '../../support/packageCopy';

const failsWith = usePackageCopy();

const all: Array<[string, Mechanism]> = Object.entries(MECHANISMS);
/** What every run of the tests tries, because it is fast. */
const few = all.filter(([name]) => name === 'signature');

it.each(cases(0, 1) === 1 ? all : few)(
	'no promise holds without %s',
	async (_name, mechanism) => await failsWith(mechanism),
);
