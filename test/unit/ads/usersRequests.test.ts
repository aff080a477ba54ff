/** Users in requests: no one twice, no one missing, in order, and as full as the limits allow. */
import { property, assert, array, constantFrom, integer, record, string } from 'fast-check';
import { fits, inRequests, type UserEntry } from '../../../nodes/XAdsAudiences/users/requests';

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
