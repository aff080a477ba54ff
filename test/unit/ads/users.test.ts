/** Users in requests: no one twice, no one missing, in order, and as full as the limits allow; and who was sent before. */
import { property, assert, array, constantFrom, integer, record, string } from 'fast-check';
import type { IExecuteFunctions } from 'n8n-workflow';
import { sha256 } from '../../../nodes/shared/ads/identifiers';
import { kindsOfColumns } from '../../../nodes/XAdsAudiences/users/fields';
import { fits, inRequests, type UserEntry } from '../../../nodes/XAdsAudiences/users/requests';
import { SentBefore } from '../../../nodes/XAdsAudiences/users/sentBefore';

const hash = (index: number) => index.toString(16).padStart(64, '0');
const withEmail = (index: number): UserEntry => ({ user: { email: [hash(index)] }, period: {} });

/** The bytes of a body that holds some users, written by hand. */
function bytesOf(entries: readonly UserEntry[]): number {
	const operations = new Map<string, UserEntry[]>();
	for (const entry of entries) {
		const key = JSON.stringify(entry.period);
		operations.set(key, [...(operations.get(key) ?? []), entry]);
	}
	const texts = [...operations.values()].map((some) => {
		const period = JSON.stringify(some[0]?.period).slice(1, -1);
		const users = some.map(({ user }) => JSON.stringify(user)).join(',');
		return `{"operation_type":"Delete","params":{${period && `${period},`}"users":[${users}]}}`;
	});
	return Buffer.byteLength(`[${texts.join(',')}]`);
}
const countOf = (entries: readonly UserEntry[]) =>
	new Set(entries.map(({ period }) => JSON.stringify(period))).size;

const entries = array(
	record({
		user: record({ partner_user_id: array(string({ unit: 'grapheme', maxLength: 12 }), { maxLength: 3 }) }),
		period: constantFrom({}, { expires_at: '2027-01-01T00:00:00Z' }, { expires_at: '2027-02-01T00:00:00Z' }),
	}),
	{ maxLength: 60 },
);

it('cuts by operations and bytes', () => {
	assert(
		property(
			entries,
			integer({ min: 1, max: 3 }),
			integer({ min: 250, max: 900 }),
			(given, operations, bytes) => {
				const limits = { operations, bytes };
				const some: UserEntry[] = given.filter((entry) => fits('Delete', entry, limits));
				const requests = [...inRequests('Delete', some, limits)];
				expect(requests.flatMap((request) => request.entries)).toEqual(some);
				for (const [place, { entries: own, body }] of requests.entries()) {
					expect(own.length).toBeGreaterThan(0);
					expect(body.length).toBe(countOf(own));
					expect(Buffer.byteLength(JSON.stringify(body))).toBe(bytesOf(own));
					expect(body.length).toBeLessThanOrEqual(operations);
					expect(bytesOf(own)).toBeLessThanOrEqual(bytes);
					for (const { params } of body) {
						const { users, ...period } = params;
						expect(users).toEqual(
							own
								.filter((entry) => JSON.stringify(entry.period) === JSON.stringify(period))
								.map(({ user }) => user),
						);
					}
					const [next] = requests[place + 1]?.entries ?? [];
					if (next)
						expect(countOf([...own, next]) > operations || bytesOf([...own, next]) > bytes).toBe(true);
				}
			},
		),
	);
});

it('keeps to the documented limits', () => {
	const users = Array.from({ length: 100_000 }, (_, index) => withEmail(index));
	const requests = [...inRequests('Update', users)];
	// A user with one hash has 78 bytes and a comma.
	const empty = '[{"operation_type":"Update","params":{"users":[]}}]'.length;
	const most = Math.floor((5_000_000 - empty + 1) / 79);
	expect(requests.map(({ entries: own }) => own.length)).toEqual([most, 100_000 - most]);
	const days = Array.from({ length: 2_501 }, (_, day): UserEntry => ({
		...withEmail(day),
		period: { expires_at: new Date(day * 86_400_000).toISOString() },
	}));
	expect([...inRequests('Update', days)].map(({ body }) => body.length)).toEqual([2_500, 1]);
});

it('knows what fits into no request', () => {
	const large = (length: number): UserEntry => ({
		user: { partner_user_id: ['x'.repeat(length)] },
		period: {},
	});
	const room =
		5_000_000 - '[{"operation_type":"Update","params":{"users":[{"partner_user_id":[""]}]}}]'.length;
	expect([fits('Update', large(room)), fits('Update', large(room + 1))]).toEqual([true, false]);
});

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
