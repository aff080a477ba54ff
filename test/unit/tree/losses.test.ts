/** docs/evidence.md says for each trigger what is lost and what runs twice, in each case that tests measure. */
import { CASES, documentedLosses, TRIGGERS } from '../../support/outcomes';

const table = documentedLosses();
const ALL_CASES = [...CASES.inOneProcess, ...CASES.inQueueMode];

it('has a row for each case, and no other', () => expect([...table.keys()]).toEqual(ALL_CASES));

it.each(ALL_CASES)('says for each trigger what "%s" costs, and that nothing is lost', (name) => {
	for (const trigger of TRIGGERS)
		expect(table.get(name)?.get(trigger)).toMatch(/^0 lost, \d+ doubled of [1-9]\d$/);
});
