import { RequestMemo } from '../../../nodes/shared/memory/requestMemo';

it('asks each question once, also for callers at the same time', async () => {
	const memo = new RequestMemo();
	const ask = jest.fn(() => Promise.resolve('answer'));
	expect(await Promise.all([memo.get('a', ask), memo.get('a', ask), memo.get('b', ask)])).toEqual([
		'answer',
		'answer',
		'answer',
	]);
	expect(ask).toHaveBeenCalledTimes(2);
});

it('forgets a failure, which all who waited for it are told of', async () => {
	const memo = new RequestMemo();
	const ask = jest.fn().mockRejectedValueOnce(new Error('no')).mockResolvedValue('yes');
	const both = await Promise.allSettled([memo.get('a', ask), memo.get('a', ask)]);
	expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
	expect(await memo.get('a', ask)).toBe('yes');
	expect(ask).toHaveBeenCalledTimes(2);
});

it('keeps an answer that came meanwhile, though the older question fails', async () => {
	const memo = new RequestMemo();
	const failing = memo.get('a', () => Promise.reject(new Error('no')));
	memo.set('a', 'changed');
	await expect(failing).rejects.toThrow('no');
	expect(await memo.get('a', () => Promise.resolve('asked'))).toBe('changed');
	memo.delete('a');
	expect(await memo.get('a', () => Promise.resolve('asked'))).toBe('asked');
});
