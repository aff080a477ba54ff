import type { Webhook } from '../../simulator/webhooks';
import { parseRule } from '../../simulator/queryLanguage';
import { WEBHOOK_ADDRESS, useStage } from './stage';

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
	const stage = useStage();
	let webhook: Webhook;
	beforeEach(() => void (webhook = stage.events.register(WEBHOOK_ADDRESS)));

	const rules = '/2/tweets/search/stream/rules';
	const links = '/2/tweets/search/webhooks';
	const add = async (...values: Array<{ value: string; tag?: string }>) =>
		await stage.ask('POST', rules, { add: values });
	const ids = () => stage.events.inventory().rules.map(({ id }) => id);

	it('keeps to the number and length of rules that the plan has', async () => {
		stage.events.configure({ ruleLimit: 1, ruleLength: 10 });
		expect((await add({ value: 'x'.repeat(11) })).body).toMatchObject({ meta: { summary: { invalid: 1 } } });
		await add({ value: 'cat' });
		expect(JSON.stringify((await add({ value: 'dog' })).body)).toContain('rule-cap');
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
});
