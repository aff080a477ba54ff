/**
 * People added to audiences and removed from them: hashed, cut into requests, and never in plain words.
 *
 * @jest-environment ./test/support/environment.ts
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { setMembers } from '../../simulator/ads/audienceUsers';
import { refusedBeforeSending } from '../ads/wrongForms';
import { byId, doNotReach, hashOf, ids, items, keysIn, stateOf, useAds, users } from './support';

const { sim, ads, sent } = useAds('xAdsAudiences');

beforeEach(() => setMembers(stateOf(sim()), ids.audience, []));

const ADA = { email: ' Ada@Example.com', phone: '+49 (0)151 12345678', name: 'Ada L.' };
const adaKeys = [`email ${hashOf('ada@example.com')}`, `phone_number ${hashOf('+4915112345678')}`];
const bodies = () => sim().requests.map(({ body }) => body);
const messages = (hints: readonly { message: string }[]) => hints.map(({ message }) => message);

describe('Add Users', () => {
	it('hashes the columns of the input and sends nothing else', async () => {
		const run = await ads('audience.addUsers', users(), {
			items: items([ADA, { email: 'BOB@example.com' }]),
		});
		expect(run.error).toBeUndefined();
		expect(bodies()).toEqual([
			[
				{
					operation_type: 'Update',
					params: {
						users: [
							{ email: [hashOf('ada@example.com')], phone_number: [hashOf('+4915112345678')] },
							{ email: [hashOf('bob@example.com')] },
						],
					},
				},
			],
		]);
		expect(keysIn(sim(), ids.audience)).toEqual([adaKeys, [`email ${hashOf('bob@example.com')}`]]);
		expect(run.json).toEqual([
			{ custom_audience_id: ids.audience, sent: 2, unchanged: 0, repeated: 0, left_out: 0, requests: 1 },
		]);
		expect(run.items[0]?.pairedItem).toEqual([{ item: 0 }, { item: 1 }]);
		expect(messages(run.hints).join()).toContain('Not sent, as no identifier has this name: name');
	});

	it('takes every kind of identifier from fields, hashed or not, several at once', async () => {
		const identifiers: INodeParameters = {
			email: `a@example.com, ${hashOf('b@example.com').toUpperCase()}`,
			phone_number: '={{ $json.phones }}',
			handle: '@AdsAPI',
			twitter_id: '143567',
			device_id: '4B61639E-47CC-4056-A16A-C8217E029462',
			partner_user_id: 'crm 4711',
		};
		const phones = ['+1 123 456 7890', '+11234567890', '+12025550100'];
		const form = users({ users_from: 'fields', identifiers });
		await ads('audience.addUsers', form, { items: items([{ phones }]) });
		expect(bodies()).toEqual([
			[
				{
					operation_type: 'Update',
					params: {
						users: [
							{
								email: [hashOf('a@example.com'), hashOf('b@example.com')],
								phone_number: [hashOf('+11234567890'), hashOf('+12025550100')],
								handle: ['49e0be2aeccfb51a8dee4c945c8a70a9ac500cf6f5cb08112575f74db9b1470d'],
								twitter_id: [hashOf('143567')],
								device_id: [hashOf('4b61639e-47cc-4056-a16a-c8217e029462')],
								partner_user_id: ['crm 4711'],
							},
						],
					},
				},
			],
		]);
	});

	it('takes lists of users as JSON, long numbers without loss', async () => {
		const list =
			'[{"Email": ["a@example.com", "b@example.com"]}, {"twitter_id": 1234567890123456789, "city": "Rome"}]';
		const form = users({ users_from: 'json', users_json: '={{ $json.list }}' });
		const run = await ads('audience.addUsers', form, {
			items: items([{ list }, { list: list.slice(0, -2) }]),
		});
		expect(run.error?.message).toMatch(/"Users \(JSON\)" must be an object or a list/);
		const good = await ads('audience.addUsers', form, { items: items([{ list }, { list }]) });
		expect(good.json).toEqual([expect.objectContaining({ sent: 2, repeated: 2 })]);
		expect(messages(good.hints).join()).toContain('Not sent, as no identifier has this name: city');
		expect(keysIn(sim(), ids.audience)).toEqual([
			[`email ${hashOf('a@example.com')}`, `email ${hashOf('b@example.com')}`].sort(),
			[`twitter_id ${hashOf('1234567890123456789')}`],
		]);
		const wrong = await ads('audience.addUsers', { ...form, users_json: [{ email: 'secret' }] });
		expect(wrong.error?.message).toMatch(/has user 1, whose "email" must be/);
		expect(JSON.stringify(wrong.error?.context)).not.toContain('secret');
		const example = users({ users_from: 'json', users_json: '[{"email": "user@example.com"}]' });
		const sample = await ads('audience.addUsers', example);
		expect(messages(sample.hints).join()).toContain('This was the example');
	});

	it('makes one operation of the users of each period, and one job of each audience', async () => {
		const form = users({
			custom_audience_id: byId('={{ $json.audience }}'),
			options: { expires_at: '={{ $json.until }}', effective_at: '2026-12-01T00:00:00Z' },
		});
		const until = ['2027-01-01T00:00:00Z', '2027-02-01T00:00:00Z'];
		stateOf(sim())
			.of('customAudiences')
			.add(ids.account, {
				...stateOf(sim()).of('customAudiences').findAny(ids.audience)!.data,
				id: 'other1',
			});
		const rows = [0, 1, 0, 1].map((place, index) => ({
			email: `user${index}@example.com`,
			until: until[place]!,
			audience: index === 3 ? 'other1' : ids.audience,
		}));
		const run = await ads('audience.addUsers', form, { items: items(rows) });
		expect(run.json.map(({ custom_audience_id: id, sent: count }) => [id, count])).toEqual([
			[ids.audience, 3],
			['other1', 1],
		]);
		const [first] = bodies() as { params: { expires_at: string; users: unknown[] } }[][];
		expect(first?.map(({ params }) => [params.expires_at, params.users.length])).toEqual([
			[until[0], 2],
			[until[1], 1],
		]);
	});

	it('sends a user once, however often the input has them', async () => {
		const form = users({ report: 'all' });
		const rows = [{ email: 'a@example.com' }, { email: 'A@example.com ' }, { email: 'b@example.com' }];
		const run = await ads('audience.addUsers', form, { items: items(rows) });
		expect(run.json.map(({ status }) => status)).toEqual(['sent', 'repeated', 'sent']);
		expect(run.itemsPaired).toEqual([0, 1, 2]);
		expect(keysIn(sim(), ids.audience)).toHaveLength(2);
	});
});

describe('a wrong identifier', () => {
	const rows = items([
		{ email: 'good@example.com' },
		{ email: 'secret at example.com', phone: '0151 7654321' },
	]);

	it('stops the run before anything is sent, named by its item and never repeated', async () => {
		const run = await ads('audience.addUsers', users(), { items: rows });
		expect(sent()).toEqual([]);
		expect(run.error?.message).toMatch(/column "email" that must be an email address/);
		expect(run.error?.description).toMatch(/column "phone" that must be a phone number with \+/);
		expect(run.error?.context).toMatchObject({
			itemIndex: 1,
			data: { invalid: [{ rule: 'pattern' }, { rule: 'pattern' }] },
		});
		expect(JSON.stringify([run.error, run.hints])).not.toMatch(/secret|7654321/);
	});

	it('is told by its field', async () => {
		const form = users({ users_from: 'fields', identifiers: { email: '={{ $json.email }}' } });
		const run = await ads('audience.addUsers', form, { items: rows });
		expect(run.error?.context).toMatchObject({
			itemIndex: 1,
			data: { invalid: [{ field: 'identifiers.email', rule: 'pattern' }] },
		});
		expect(run.error?.message).toMatch(/"Identifiers → Email" must be/);
	});

	it('fails its item alone with Continue On Fail', async () => {
		const run = await ads('audience.addUsers', users(), { items: rows, continueOnFail: true });
		expect(run.json).toEqual([
			expect.objectContaining({ sent: 1 }),
			expect.objectContaining({ error: expect.stringContaining('email') as string }),
		]);
		expect(keysIn(sim(), ids.audience)).toEqual([[`email ${hashOf('good@example.com')}`]]);
		expect(JSON.stringify(run.json)).not.toMatch(/secret|7654321/);
	});

	it('is left out on demand, with the user only where nothing else is known', async () => {
		const more = [...rows, ...items([{ email: 'n/a', phone: '+49 151 7654321' }, { email: '' }])];
		const form = users({ options: { on_invalid: 'leaveOut' } });
		const run = await ads('audience.addUsers', form, { items: more });
		expect(run.json).toEqual([expect.objectContaining({ sent: 2, left_out: 2 })]);
		expect(keysIn(sim(), ids.audience)).toEqual([
			[`email ${hashOf('good@example.com')}`],
			[`phone_number ${hashOf('+491517654321')}`],
		]);
		expect(messages(run.hints)).toContainEqual(expect.stringMatching(/3 identifiers .* 2 users/));
		expect(JSON.stringify(run.hints)).not.toMatch(/secret|7654321/);
	});

	it('is left out of a cell of several, and of two columns of one kind, and the others are sent', async () => {
		const rows = [{ email: 'n/a; a@example.com, b@', Phone: '', mobile: '+49 151 7654321' }, { phone: 'x' }];
		const form = users({ options: { on_invalid: 'leaveOut' } });
		const { hints } = await ads('audience.addUsers', form, { items: items(rows) });
		expect(keysIn(sim(), ids.audience)).toEqual([
			[`email ${hashOf('a@example.com')}`, `phone_number ${hashOf('+491517654321')}`],
		]);
		expect(messages(hints)).toEqual([expect.stringMatching(/3 identifiers .* 1 user /)]);
		const { error } = await ads('audience.addUsers', users(), { items: items([{ phone: '', mobile: '1' }]) });
		expect(error?.message).toContain('has a column "phone" or "mobile" that must be a phone number');
	});

	const period = { effective_at: '2026-12-02T00:00:00Z', expires_at: '2026-12-01T00:00:00Z' };
	const until = (expires_at: string) => doNotReach({ options: { expires_at } });

	refusedBeforeSending(
		{
			'audience.addUsers': {
				'identifiers: required': [users({ users_from: 'fields' })],
				'users_from: required': [users()],
				'expires_at: after': [users({ users_from: 'fields', identifiers: { handle: 'a' }, options: period })],
			},
			'doNotReachList.addUsers': {
				'expires_at: range': [until('2020-01-01T00:00:00Z'), until('2099-01-01T00:00:00Z')],
			},
		},
		'xAdsAudiences',
	);
});

describe('Remove Users', () => {
	it('removes by any identifier that a user was added with', async () => {
		await ads('audience.addUsers', users(), { items: items([ADA, { email: 'bob@example.com' }]) });
		const run = await ads('audience.removeUsers', users(), { items: items([{ phone: '+4915112345678' }]) });
		expect(run.json).toEqual([expect.objectContaining({ sent: 1 })]);
		expect(keysIn(sim(), ids.audience)).toEqual([[`email ${hashOf('bob@example.com')}`]]);
	});
});

it('leaves out users that the workflow has sent before, and has not removed since', async () => {
	const all = { options: { only_new: false } };
	const steps: ReadonlyArray<readonly [operation: string, email: string, form?: INodeParameters]> = [
		['addUsers', 'a@example.com'],
		['addUsers', 'a@example.com'],
		['addUsers', 'a@example.com,b@example.com'],
		['addUsers', 'a@example.com', all],
		['removeUsers', 'b@example.com'],
		['addUsers', 'a@example.com,b@example.com'],
		['addUsers', 'a@example.com'],
	];
	const counts: unknown[] = [];
	// What the nodes of a workflow share, from one to the next.
	let staticData: IDataObject = {};
	for (const [operation, email, more] of steps) {
		const form = users({ users_from: 'fields', identifiers: { email }, ...more });
		const run = await ads(`audience.${operation}`, form, { mode: 'trigger', staticData });
		expect(run.error).toBeUndefined();
		({ staticData } = run);
		counts.push([run.json[0]?.sent, run.json[0]?.unchanged]);
	}
	expect(counts).toEqual([
		[1, 0],
		[0, 1],
		[1, 0],
		[1, 0],
		[1, 0],
		[1, 0],
		[0, 1],
	]);
	expect(Object.keys(staticData)).toEqual(['global']);
	expect(JSON.stringify(staticData)).not.toContain('example.com');
});

describe('a Do Not Reach list', () => {
	it('takes addresses and numbers, with an end within 13 months', async () => {
		const run = await ads('doNotReachList.addUsers', doNotReach(), { items: items([ADA]) });
		expect(run.error).toBeUndefined();
		expect(keysIn(sim(), ids.doNotReachList)).toEqual([adaKeys]);
		const [body] = bodies() as { params: { expires_at: string } }[][];
		const days = (Date.parse(body?.[0]?.params.expires_at ?? '') - Date.now()) / 86_400_000;
		expect(days).toBeGreaterThan(390);
		expect(days).toBeLessThan(397);
		await ads('doNotReachList.removeUsers', doNotReach(), { items: items([{ email: 'ada@example.com' }]) });
		expect(keysIn(sim(), ids.doNotReachList)).toEqual([]);
	});
});
