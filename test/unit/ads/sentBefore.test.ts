/** What a workflow remembers of the users it has sent. */
import type { IExecuteFunctions } from 'n8n-workflow';
import { sha256 } from '../../../nodes/shared/ads/identifiers';
import { SentBefore } from '../../../nodes/XAdsAudiences/users/sentBefore';
import { kindsOfColumns } from '../../../nodes/XAdsAudiences/users/person';

const user = (name: string, ...more: string[]) => ({
	user: {
		email: [sha256(`${name}@example.com`)],
		...(more.length > 0 && { phone_number: more.map(sha256) }),
	},
	given: {},
});
const [ada, bob] = [user('ada', '+4915112345678'), user('bob')];

/** A workflow that runs now and then, with a memory that n8n writes as JSON in between. */
function workflow() {
	let memory = '{}';
	return {
		run: (day: string, list: string, then: (sent: SentBefore) => void) => {
			const data = JSON.parse(memory) as Record<string, never>;
			const context = { getWorkflowStaticData: () => data } as unknown as IExecuteFunctions;
			const sent = new SentBefore(context, list, new Date(day));
			then(sent);
			sent.save();
			memory = JSON.stringify(data);
		},
		get memory() {
			return memory;
		},
	};
}

const LIST = 'https://ads-api.x.com/12/accounts/a/custom_audiences/b/users';

describe('a workflow', () => {
	it('knows whom it has sent, by all of their identifiers and for the same period', () => {
		const { run } = workflow();
		run('2026-01-10', LIST, (sent) => sent.add([ada]));
		run('2026-02-10', LIST, (sent) => {
			expect([ada, bob, user('ada')].map((each) => sent.has(each))).toEqual([true, false, true]);
			expect(sent.has(user('ada', '+4915100000000'))).toBe(false);
			expect(sent.has({ ...ada, given: { expires_at: '2027-01-01T00:00:00Z' } })).toBe(false);
		});
		run('2026-02-10', `${LIST}/other`, (sent) => expect(sent.has(ada)).toBe(false));
	});

	it('sends users anew before their 13 months are over', () => {
		const { run } = workflow();
		run('2026-01-10', LIST, (sent) => sent.add([ada, bob]));
		run('2026-11-10', LIST, (sent) => sent.add([bob]));
		run('2026-12-31', LIST, (sent) => expect(sent.has(ada)).toBe(true));
		run('2027-01-01', LIST, (sent) =>
			expect([ada, bob].map((each) => sent.has(each))).toEqual([false, true]),
		);
	});

	it('keeps neither addresses nor hashes by which one could find them, and about a megabyte', () => {
		const many = Array.from({ length: 70_000 }, (_, index) => user(`user${index}`));
		const flow = workflow();
		flow.run('2026-01-10', LIST, (sent) => sent.add([ada]));
		expect(flow.memory).not.toContain('ada');
		expect(flow.memory).not.toContain(ada.user.email[0]);
		expect(flow.memory).not.toContain(
			Buffer.from(ada.user.email[0] ?? '', 'hex')
				.toString('base64')
				.slice(0, 20),
		);
		flow.run('2026-01-11', LIST, (sent) => sent.add(many));
		expect(flow.memory.length).toBeLessThan(1_100_000);
		// The oldest are forgotten.
		flow.run('2026-01-12', LIST, (sent) =>
			expect([ada, many[0], many[69_999]].map((each) => each && sent.has(each))).toEqual([
				false,
				false,
				true,
			]),
		);
	});
});

it.each([
	[['E-Mail', 'Phone Number', 'Name'], { email: ['E-Mail'], phone_number: ['Phone Number'] }],
	[
		['EMAIL ADDRESS', 'mobile', 'Twitter ID'],
		{ email: ['EMAIL ADDRESS'], phone_number: ['mobile'], twitter_id: ['Twitter ID'] },
	],
	[['email', 'Email'], { email: ['email', 'Email'] }],
	[['user_id', 'id', 'emails', 'handle_of_shop'], {}],
])('the columns %j hold %j', (names, expected) => {
	const found = kindsOfColumns(names, ['email', 'phone_number', 'handle', 'twitter_id']);
	expect(Object.fromEntries(found)).toEqual(expected);
});
