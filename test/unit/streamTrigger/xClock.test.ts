/** X's time where its dates, the clock of this machine and the Posts that come do not agree. */
import { DAY, HOUR, MINUTE } from '../../../nodes/shared/util/time';
import { XClock } from '../../../nodes/XStreamTrigger/stream/xClock';

const TRUE = Date.UTC(2026, 10, 2);

it.each([
	['nothing but the machine', { machine: HOUR }, HOUR, HOUR],
	['a date that is a month ahead', { date: 30 * DAY }, 30 * DAY, 0],
	['a machine that is a day ahead', { date: 0, machine: DAY }, 0, 0],
	['a machine that is a day behind', { date: 0, machine: -DAY }, 0, -DAY],
	['a month ahead, and a note from before the restart', { date: 30 * DAY, note: -MINUTE }, 30 * DAY, 0],
	['five minutes ahead, and a Post', { date: 5 * MINUTE, post: 0 }, 0, 0],
	['five minutes behind, and a Post', { date: -5 * MINUTE, post: 0 }, 0, 0],
	['both an hour ahead, and a Post', { date: HOUR, machine: HOUR, post: 0 }, HOUR, 0],
	['both an hour behind, and a Post', { date: -HOUR, machine: -HOUR, post: 0 }, 0, 0],
] as ReadonlyArray<
	readonly [string, Partial<Record<'date' | 'machine' | 'note' | 'post', number>>, number, number]
>)('%s', (_name, { date, machine = 0, note, post }, time, earliest) => {
	const clock = new XClock(
		() => TRUE + machine,
		() => 0,
	);
	if (note !== undefined) clock.passed(TRUE + note, Infinity);
	if (date !== undefined) clock.sync(new Date(TRUE + date));
	if (post !== undefined) clock.passed(TRUE + post);
	expect([clock.time() - TRUE, clock.earliest() - TRUE]).toEqual([time, earliest]);
});
