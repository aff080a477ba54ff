import { EventEmitter, once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withLock } from '../../../scripts/runtime/lock';

describe('a lock between processes', () => {
	let folder: string;
	beforeEach(async () => {
		folder = await mkdtemp(join(tmpdir(), 'lock-'));
	});
	afterEach(async () => {
		await rm(folder, { recursive: true, force: true });
	});

	it('lets the second wait for the first and says so once', async () => {
		const file = join(folder, 'work.lock');
		const seen: string[] = [];
		const signals = new EventEmitter();
		const [begun, finished] = [once(signals, 'begun'), once(signals, 'finished')];
		const first = withLock(
			file,
			() => seen.push('first waits'),
			async () => {
				seen.push('first works');
				signals.emit('begun');
				await finished;
				seen.push('first is done');
			},
		);
		await begun;
		const second = withLock(
			file,
			(owner) => {
				seen.push(`second waits for ${owner === process.pid ? 'this process' : owner}`);
				signals.emit('finished');
			},
			() => Promise.resolve(seen.push('second works')),
		);
		await Promise.all([first, second]);
		expect(seen).toEqual(['first works', 'second waits for this process', 'first is done', 'second works']);
	});

	it('takes over from a process that no longer lives', async () => {
		const file = join(folder, 'work.lock');
		await writeFile(file, '999999999');
		const waited = jest.fn();
		await expect(withLock(file, waited, () => Promise.resolve('done'))).resolves.toBe('done');
		expect(waited).not.toHaveBeenCalled();
	});

	it('is free again after the work failed', async () => {
		const file = join(folder, 'work.lock');
		const fail = withLock(file, jest.fn(), () => Promise.reject(new Error('broken')));
		await expect(fail).rejects.toThrow('broken');
		const waited = jest.fn();
		await withLock(file, waited, () => Promise.resolve());
		expect(waited).not.toHaveBeenCalled();
	});
});
