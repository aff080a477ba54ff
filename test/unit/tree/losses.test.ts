/** docs/webhook-trigger.md says for each trigger what is lost and what runs twice, in each case that tests measure. */
import { CASES, documentedLosses, TRIGGERS } from '../../support/outcomes';

const table = documentedLosses();
const cases = [...CASES.inOneProcess, ...CASES.inQueueMode];

it('has a row for each case, and no other', () => expect([...table.keys()]).toEqual(cases));

it.each(cases)('says for each trigger what "%s" costs, and that nothing is lost', (name) => {
	for (const trigger of TRIGGERS)
		expect(table.get(name)?.get(trigger)).toMatch(/^0 lost, \d+ doubled of [1-9]\d$/);
});
