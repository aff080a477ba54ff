import { EventEmitter, once } from 'node:events';
import { mkdir, mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withLock } from '../../../scripts/runtime/lock';

describe('a lock between processes', () => {
	let folder: string;
	let name: string;
	beforeEach(async () => {
		folder = await mkdtemp(join(tmpdir(), 'lock-'));
		name = join(folder, 'work');
	});
	afterEach(async () => {
		await rm(folder, { recursive: true, force: true });
	});

	it('lets the second wait for the first and says so once', async () => {
		const seen: string[] = [];
		const signals = new EventEmitter();
		const [begun, finished] = [once(signals, 'begun'), once(signals, 'finished')];
		const work = async () => {
			seen.push('first works');
			signals.emit('begun');
			await finished;
			seen.push('first is done');
		};
		const first = withLock(name, () => seen.push('first waits'), work);
		await begun;
		const onWait = () => {
			seen.push('second waits');
			signals.emit('finished');
		};
		const second = withLock(name, onWait, () => Promise.resolve(seen.push('second works')));
		await Promise.all([first, second]);
		expect(seen).toEqual(['first works', 'second waits', 'first is done', 'second works']);
	});

	it('takes over from a process that renews its lock no more', async () => {
		const aMinuteAgo = Date.now() / 1000 - 60;
		await mkdir(`${name}.lock`);
		await utimes(`${name}.lock`, aMinuteAgo, aMinuteAgo);
		const waited = jest.fn();
		await expect(withLock(name, waited, () => Promise.resolve('done'))).resolves.toBe('done');
		expect(waited).not.toHaveBeenCalled();
	});

	it('is free again after the work failed', async () => {
		const fail = withLock(name, jest.fn(), () => Promise.reject(new Error('broken')));
		await expect(fail).rejects.toThrow('broken');
		const waited = jest.fn();
		await withLock(name, waited, () => Promise.resolve());
		expect(waited).not.toHaveBeenCalled();
	});
});
