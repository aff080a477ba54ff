/** A wait ends with its time or with the run, and leaves no timer either way. */
import { wait } from '../../../nodes/shared/util/wait';

const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

it('leaves no timer and no listener when it is cancelled', async () => {
	const before = timers();
	const controller = new AbortController();
	const waiting = wait(600_000, controller.signal);
	expect(timers()).toBe(before + 1);
	controller.abort();
	await expect(waiting).rejects.toMatchObject({ name: 'ExecutionCancelledError' });
	expect(timers()).toBe(before);
	await expect(wait(1, controller.signal)).rejects.toThrow();
	await expect(wait(0, new AbortController().signal)).resolves.toBeUndefined();
	await expect(wait(1)).resolves.toBeUndefined();
});
