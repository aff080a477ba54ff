import { Tally } from '../../../nodes/shared/report/tally';
import { counted, firstFew } from '../../../nodes/shared/report/wording';

describe('what a person is told', () => {
	it('counts equal facts, keeps three examples, and gives the advice as data', () => {
		const tally = new Tally();
		for (const line of [2, 3, 4, 5]) tally.add('no price', () => `line ${line}`);
		tally.add('no link', () => 'line 9');
		tally.add('no price', () => {
			throw new Error('a fourth example is not made');
		});
		tally.advise('no price', 'Set Currency');
		tally.advise('no link', '');
		expect(tally.toSentence()).toBe('no price (5); no link (1)');
		expect(tally.toJson('problem')).toEqual([
			{ problem: 'no price', count: 5, examples: ['line 2', 'line 3', 'line 4'], advice: 'Set Currency' },
			{ problem: 'no link', count: 1, examples: ['line 9'] },
		]);
		expect(tally.advice()).toEqual(['Set Currency']);
	});

	it('counts and lists in words of a bounded length', () => {
		expect([counted(1, 'item'), counted(1200, 'entry', 'entries')]).toEqual(['1 item', '1,200 entries']);
		expect([firstFew(['a', 'b'], 2), firstFew([1, 2, 3], 1)]).toEqual(['a, b', '1 and 2 more']);
	});
});
