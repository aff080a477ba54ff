/**
 * Answers in forms that no one foresaw: no write passes as done that X did not confirm, and nothing of a read is lost.
 *
 * @jest-environment ./test/support/environment.ts
 */
import type { INodeParameters } from 'n8n-workflow';
import { useSkippedWaits } from '../../support/waits';
import { byId, useCore, type Kind } from './support';

const { sim, core } = useCore();
useSkippedWaits(sim);

const answered = async (name: string, form: INodeParameters, body: object, as: Kind = 'oAuth2') => {
	// The look-up of the own ID comes first where one is needed.
	const match = name === 'post.create' ? { method: 'POST' } : {};
	sim().fail({
		match,
		times: 1,
		skip: name.startsWith('bookmark') ? 1 : 0,
		kind: 'status',
		status: 200,
		body,
	});
	return await core(name, form, { as });
};

const UNKNOWN = 'X answered in a form that this node does not know';

describe('a write', () => {
	it.each<[string, INodeParameters, object, Kind?]>([
		['post.create', { text: 'x' }, {}],
		['post.create', { text: 'x' }, { data: {} }],
		['post.delete', { id: byId('123') }, {}],
		['bot.delete', { id: '5' }, { data: {} }, 'app'],
		['post.delete', { id: byId('123') }, { data: { id: '123' } }],
	])('is no success without a word about it: %s %j %j', async (name, form, body, as = 'oAuth2') => {
		const { error } = await answered(name, form, body, as);
		expect(error?.message).toContain('X did not say whether it was done');
		// It may be done, in an answer of a new form: what looks is a GET, and nothing is sent again.
		expect(sim().requests.filter(({ method }) => method !== 'GET')).toHaveLength(1);
	});
});

describe('a read', () => {
	it('passes over what is no entity among the included ones', async () => {
		const run = await answered(
			'post.get',
			{ id: byId('1'), options: { expansions: ['author_id'] } },
			{
				data: { id: '1', text: 'x', author_id: '5' },
				includes: { users: [null, { id: '5', username: 'u' }] },
			},
		);
		expect(run.json).toMatchObject([{ id: '1', author: { id: '5', username: 'u' } }]);
	});

	it('passes over an entry without content, with a hint', async () => {
		const run = await answered('user.getMany', { ids: '5' }, { data: [null, { id: '5', username: 'u' }] });
		expect(run.json).toMatchObject([{ id: '5' }]);
		expect(run.hints[0]?.message).toContain('an entry without content');
	});

	it.each<[string, INodeParameters, object, Kind]>([
		['streamLink.getMany', {}, { links: [{ id: '1' }] }, 'app'],
		[
			'activitySubscription.deleteMany',
			{ ids: '1,2' },
			{ data: [{ subscription_id: '1', deleted: true }, null] },
			'app',
		],
		['bookmark.addMany', { tweet_ids: '1,2' }, { data: { bookmarked: true } }, 'oAuth2'],
		// No public page says what X answers to it.
		['bot.delete', { id: '5' }, { data: { success: true } }, 'app'],
		['bot.delete', { id: '5' }, { data: { id: '5' } }, 'app'],
		['bot.delete', { id: '5' }, { data: { deleted: false } }, 'app'],
	])('gives out as it is what it does not know: %s', async (name, form, body, as) => {
		const run = await answered(name, form, body, as);
		expect(run.json).toEqual([body]);
		expect(run.hints.map(({ message }) => message).join()).toContain(UNKNOWN);
	});
});
