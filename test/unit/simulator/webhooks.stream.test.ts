import { me } from '../../simulator/identities';
import type { Webhook } from '../../simulator/webhooks';
import { parseRule } from '../../simulator/queryLanguage';
import { address, startStage, type Stage } from '../../support/webhookReceiver';

describe('the rule language', () => {
	const post = (text: string, more = {}) => ({ id: '1', text, author_id: '7', lang: 'en', ...more });

	it.each([
		['cat', 'A cat sat', true],
		['cat', 'Category', false],
		['cat', '#cat', false],
		['#cat', 'See #Cat!', true],
		['@acme', 'hey @acme', true],
		['$acme', 'buy $ACME now', true],
		['"new release"', 'our New Release is out', true],
		['cat dog', 'dog and cat', true],
		['cat dog', 'cat', false],
		['cat OR dog', 'dog', true],
		['cat -dog', 'cat and dog', false],
		['(cat OR dog) has:hashtags', 'dog #1st', true],
		['-(cat OR dog) fish', 'fish and cat', false],
		['from:acme', 'anything', true],
		['from:7 lang:en', 'anything', true],
		['from:other', 'anything', false],
		['url:"shop.example"', 'https://shop.example/a', true],
	])('%s on "%s" is %s', (rule, text, expected) => {
		expect(parseRule(rule)(post(text), 'Acme')).toBe(expected);
	});

	it('knows replies, quotes and reposts', () => {
		const reply = post('yes', { referenced_tweets: [{ type: 'replied_to', id: '2' }] });
		expect(parseRule('is:reply')(reply)).toBe(true);
		expect(parseRule('-is:retweet yes')(reply)).toBe(true);
		expect(parseRule('is:quote')(reply)).toBe(false);
	});

	it.each(['', '(cat', 'cat)', 'cat OR', '"cat', 'planet:earth'])('refuses %j', (rule) => {
		expect(() => parseRule(rule)).toThrow();
	});
});

describe('the filtered stream', () => {
	let stage: Stage;
	let webhook: Webhook;
	beforeEach(async () => {
		stage = await startStage();
		webhook = stage.events.register(address);
	});
	afterEach(async () => await stage.close());

	const rules = '/2/tweets/search/stream/rules';
	const links = '/2/tweets/search/webhooks';
	const add = async (...values: Array<{ value: string; tag?: string }>) =>
		await stage.ask('POST', rules, { add: values });
	const ids = () => stage.events.inventory().rules.map(({ id }) => id);

	it('takes rules, tells what was refused, and lists them', async () => {
		const answer = await add({ value: 'cat', tag: 'pets' }, { value: 'cat' }, { value: '(dog' });
		expect(answer).toMatchObject({
			status: 200,
			body: {
				data: [{ value: 'cat', tag: 'pets' }],
				meta: { summary: { created: 1, not_created: 2, valid: 2, invalid: 1 } },
				errors: [{ title: 'DuplicateRule', id: ids()[0] }, { value: '(dog' }],
			},
		});
		expect((await stage.ask('GET', rules)).body).toMatchObject({
			data: [{ id: ids()[0], value: 'cat', tag: 'pets' }],
			meta: { result_count: 1 },
		});
		expect((await stage.ask('GET', `${rules}/counts`)).body).toMatchObject({
			data: { project_rules_count: '1', client_app_rules_count: { rule_count: 1 } },
		});
	});

	it('deletes rules by id, by value and all at once', async () => {
		await add({ value: 'cat' }, { value: 'dog' }, { value: 'fish' }, { value: 'bird' });
		const remove = async (body: unknown, query = '') => await stage.ask('POST', `${rules}${query}`, body);
		expect((await remove({ delete: { ids: [ids()[0], '404'] } })).body).toMatchObject({
			meta: { summary: { deleted: 1, not_deleted: 1 } },
			errors: [{ title: 'Invalid Request' }],
		});
		await remove({ delete: { values: ['dog'] } });
		expect(ids()).toHaveLength(2);
		await remove({ delete: { values: ['fish'] } }, '?dry_run=true');
		expect(ids()).toHaveLength(2);
		expect((await remove({ delete: { values: ['fish'] } }, '?delete_all=true')).status).toBe(400);
		await remove(undefined, '?delete_all=true');
		expect(ids()).toEqual([]);
	});

	it('keeps to the number and length of rules that the plan has', async () => {
		stage.events.configure({ ruleLimit: 1, ruleLength: 10 });
		expect((await add({ value: 'x'.repeat(11) })).body).toMatchObject({ meta: { summary: { invalid: 1 } } });
		await add({ value: 'cat' });
		expect(JSON.stringify((await add({ value: 'dog' })).body)).toContain('rule-cap');
	});

	it('pages rules with tokens of 16 characters', async () => {
		await add({ value: 'cat' }, { value: 'dog' }, { value: 'fish' });
		const first = await stage.ask('GET', `${rules}?max_results=2`);
		const { next_token: token } = (first.body as { meta: { next_token: string } }).meta;
		expect(token).toHaveLength(16);
		const second = await stage.ask('GET', `${rules}?max_results=2&pagination_token=${token}`);
		expect(second.body).toMatchObject({ data: [{ value: 'fish' }], meta: { result_count: 1 } });
		expect((await stage.ask('GET', `${rules}?pagination_token=${'x'.repeat(16)}`)).status).toBe(400);
	});

	it('links a webhook with chosen fields, once, and unlinks it', async () => {
		const path = `${links}/${webhook.id}`;
		const query = '?expansions=author_id&tweet.fields=lang,created_at&user.fields=verified';
		expect(await stage.ask('POST', `${path}${query}`)).toEqual({
			status: 200,
			body: { data: { provisioned: true } },
		});
		expect((await stage.ask('POST', path)).status).toBe(409);
		const link = {
			webhook_id: webhook.id,
			fields: ['expansions=author_id', 'tweet.fields=lang', 'created_at', 'user.fields=verified'],
		};
		expect((await stage.ask('GET', links)).body).toMatchObject({ data: { links: [link] } });
		stage.events.configure({ linkList: 'data' });
		expect((await stage.ask('GET', links)).body).toMatchObject({ data: [link] });
		expect((await stage.ask('DELETE', path)).body).toEqual({ data: { deleted: true } });
		expect((await stage.ask('DELETE', path)).status).toBe(404);
		expect((await stage.ask('POST', `${path}?tweet.fields=nonsense`)).status).toBe(400);
	});

	it('is for plans that have it', async () => {
		stage.events.configure({ streamWebhooks: false });
		expect(await stage.ask('POST', `${links}/${webhook.id}`)).toMatchObject({
			status: 403,
			body: { reason: 'client-not-enrolled' },
		});
	});

	it('delivers a matching Post once, with all its rules and only the fields asked for', async () => {
		await add({ value: 'release', tag: 'r' }, { value: '#acme' }, { value: 'cat' });
		await stage.ask('POST', `${links}/${webhook.id}?expansions=author_id&tweet.fields=lang`);
		await stage.events.publish(stage.events.build('stream', { id: '5' }));
		await stage.events.publish(stage.events.build('stream', { text: 'nothing of interest' }));
		expect(stage.receiver.events.map(({ body }) => JSON.parse(body.toString()) as unknown)).toEqual([
			{
				data: {
					id: '5',
					text: 'Anyone tried the new release? #acme',
					author_id: '6253282',
					edit_history_tweet_ids: ['5'],
					lang: 'en',
				},
				includes: { users: [{ id: '6253282', name: 'Curious Customer', username: 'curious_customer' }] },
				matching_rules: [{ id: ids()[0], tag: 'r' }, { id: ids()[1] }],
			},
		]);
	});

	it('delivers nothing without a link', async () => {
		await add({ value: 'release' });
		expect(await stage.events.publish(stage.events.build('stream', { forUserId: me.id }))).toEqual([]);
	});
});
