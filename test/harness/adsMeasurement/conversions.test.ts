/**
 * Conversions: 500 a request, each in the form that X takes, all or nothing, and every item with its own answer.
 *
 * @jest-environment ./test/support/environment.ts
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { ads as area } from '../../simulator/ads/area';
import { conversionsOf } from '../../simulator/ads/conversions';
import { PIXEL } from '../../simulator/identities';
import { byId, ids, useAds, type More } from '../ads/support';
import { useSkippedWaits } from '../../support/waits';

const { sim, ads, search } = useAds('xAdsMeasurement');
useSkippedWaits(sim);

const EVENT = `tw-${PIXEL.id}-${ids.webEventTag}`;
/** Hashes of the documentation: https://docs.x.com/x-ads-api/measurement/web-conversions */
const EMAIL = 'e586883b2b4faf78d48300a79e0e15138d664cdf796ffb86e533170a9893eda8';
const PHONE = '1fa6b8d986d9b9cd01bf36951815158bbde9f520c0567c835dfe34783d0a4231';

/** Identifiers as the form has them: one row each. */
const rows = (identifiers: Record<string, string>): INodeParameters => ({
	values: Object.entries(identifiers).map(([kind, value]) => ({ kind, value })),
});

const form = (identifiers: Record<string, string>, more: INodeParameters = {}): INodeParameters => ({
	event_id: byId(EVENT),
	conversion_time: '={{ $json.at ?? "2026-11-20T10:15:30.125Z" }}',
	identifiers: rows(identifiers),
	...more,
});

const send = async (parameters: INodeParameters, items: IDataObject[] = [{}], more: More = {}) =>
	await ads('conversion.send', parameters, {
		as: 'pixelToken',
		items: items.map((json) => ({ json })),
		...more,
	});

const bodies = () => sim().requests.map(({ body }) => (body as { conversions: IDataObject[] }).conversions);
const counted = () => conversionsOf(area.state(sim().platform).production.state);

it('sends what the documentation shows, hashed here, with the token of the pixel', async () => {
	const run = await send(
		form(
			{
				twclid: '23opevjt88psuo13lu8d020qkn',
				email: ' Test-Email@test.com',
				phone_number: '+1 123 456 7890',
				ip_address: '1.0.0.0',
				user_agent: 'Mozilla/5.0',
			},
			{
				additionalFields: {
					conversion_id: '23294827',
					value: 20,
					price_currency: 'EUR',
					number_items: 3,
					description: 'Pet supply purchases',
					event_source_url: 'https://example.com/thanks',
					contents: {
						values: [{ content_id: '1', content_name: 'Blankets', content_price: 100.99, num_items: 1 }],
					},
				},
			},
		),
	);
	expect(run.error?.message).toBeUndefined();
	expect(sim().requests).toHaveLength(1);
	expect(sim().requests[0]).toMatchObject({
		method: 'POST',
		path: `/12/measurement/conversions/${PIXEL.id}`,
		auth: 'pixelToken',
	});
	expect(bodies()).toEqual([
		[
			{
				conversion_time: '2026-11-20T10:15:30.125Z',
				event_id: EVENT,
				identifiers: [
					{ twclid: '23opevjt88psuo13lu8d020qkn' },
					{ hashed_email: EMAIL },
					{ hashed_phone_number: PHONE },
					{ ip_address: '1.0.0.0', user_agent: 'Mozilla/5.0' },
				],
				conversion_id: '23294827',
				value: 20,
				price_currency: 'EUR',
				number_items: 3,
				description: 'Pet supply purchases',
				event_source_url: 'https://example.com/thanks',
				contents: [{ content_id: '1', content_name: 'Blankets', content_price: 100.99, num_items: 1 }],
			},
		],
	]);
	expect(run.json).toEqual([
		{
			success: true,
			conversion_id: '23294827',
			event_id: EVENT,
			conversion_time: '2026-11-20T10:15:30.125Z',
			debug_id: expect.any(String) as string,
		},
	]);
});

const people = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({ email: `person${index}@example.com`, order: `o${index}` }));

const byEmail = form(
	{ email: '={{ $json.email }}' },
	{ additionalFields: { conversion_id: '={{ $json.order }}' } },
);

it('leaves out a wrong identifier if that is chosen, and takes numbers of a country', async () => {
	const parameters = form({ email: '={{ $json.email }}', phone_number: '={{ $json.phone }}' });
	const people = [
		{ email: 'test-email@test.com', phone: '(112) 345-678' },
		{ email: 'test-email@test.com', phone: '(112) 345-67890' },
		{ email: 'test-email@test.com', phone: '+1 123 456 7890' },
	];
	const strict = await send(parameters, people);
	expect(strict.error?.message).toContain('Default Country');
	expect(sim().requests).toEqual([]);
	const leaveOut = { ...parameters, options: { on_invalid: 'leaveOut' } };
	const run = await send(leaveOut, people);
	expect(run.error).toBeUndefined();
	expect(bodies()[0]?.map(({ identifiers }) => (identifiers as unknown[]).length)).toEqual([1, 1, 2]);
	expect(run.hints.map(({ message }) => message).join()).toContain('Left out of "Identifiers"');
	sim().requests.length = 0;
	const options = { default_country: 'us' };
	const known = await send({ ...form({ phone_number: '={{ $json.phone }}' }), options }, [
		{ phone: '(123) 456-7890' },
	]);
	expect(known.error).toBeUndefined();
	expect(bodies()[0]?.[0]?.['identifiers']).toEqual([{ hashed_phone_number: PHONE }]);
	sim().requests.length = 0;
	await send(leaveOut, [{ email: 'n/a; test-email@test.com', phone: '1' }]);
	expect(bodies()[0]?.[0]?.['identifiers']).toHaveLength(1);
	expect((await send(leaveOut, [{ email: 'broken', phone: '1' }])).error?.message).toContain('Identifiers 1');
});

it('takes data as payment systems give them', async () => {
	const more = { additionalFields: { price_currency: 'usd', value: '={{ 0.1 + 0.2 }}' } };
	const parameters = form(
		{ email: 'test-email@test.com' },
		{ conversion_time: '={{ $json.created }}', ...more },
	);
	const run = await send(parameters, [
		{ created: 1763632800 },
		{ created: 1763632800125 },
		{ created: '1763632800' },
	]);
	expect(run.error).toBeUndefined();
	const [sent = []] = bodies();
	expect(sent.map(({ conversion_time: time }) => time)).toEqual([
		'2025-11-20T10:00:00.000Z',
		'2025-11-20T10:00:00.125Z',
		'2025-11-20T10:00:00.000Z',
	]);
	expect(sent[0]).toMatchObject({ price_currency: 'USD', value: 0.3 });
});

it('sends an IP address with a user agent alone, and says that X may not find anyone', async () => {
	const run = await send(form({ ip_address: '8.25.197.25', user_agent: 'Mozilla/5.0' }));
	expect(bodies()[0]?.[0]?.['identifiers']).toEqual([
		{ ip_address: '8.25.197.25', user_agent: 'Mozilla/5.0' },
	]);
	expect(run.hints.map(({ message }) => message).join()).toContain('X may not find anyone');
});

describe('what is wrong before anything is sent', () => {
	it.each<[string, INodeParameters, string]>([
		['nobody', form({}), 'Identifiers'],
		['an address on the net alone', form({ ip_address: '1.0.0.0' }), 'Identifiers'],
		['no email', form({ email: '={{ $json.private }}' }), 'Identifiers 1 → Value'],
		['no phone number', form({ phone_number: '={{ $json.private }}' }), 'Identifiers 1 → Value'],
		['a hashed click ID', form({ twclid: EMAIL }), 'Identifiers 1 → Value'],
		[
			'no address on the net',
			form({ twclid: 'a', ip_address: '={{ $json.private }}' }),
			'Identifiers 2 → Value',
		],
		['no time', form({ twclid: 'a' }, { conversion_time: 'yesterday' }), 'Conversion Time'],
		['an event without its pixel', form({ twclid: 'a' }, { event_id: byId('o87ne') }), 'Pixel ID'],
	])('%s', async (_what, parameters, field) => {
		const run = await send(parameters, [{ private: 'jane doe at home' }]);
		expect(run.error?.message).toContain(`"${field}"`);
		expect(sim().requests).toEqual([]);
		expect(JSON.stringify([run.error, run.json])).not.toContain('jane');
	});

	it('is an item of its own with Continue On Fail, and the rest is sent', async () => {
		const items = [{ email: 'one@example.com' }, { email: 'broken' }, { email: 'two@example.com' }];
		const run = await send(form({ email: '={{ $json.email }}' }), items, { continueOnFail: true });
		expect(run.json.map(({ success, error }) => success ?? error)).toEqual([
			true,
			expect.stringContaining('"Identifiers 1 → Value"'),
			true,
		]);
		expect(bodies()).toEqual([[expect.anything(), expect.anything()]]);
	});
});

const withPixel = (name: string) =>
	form(
		{ twclid: 'a' },
		{ event_id: { __rl: true, mode: 'name', value: name }, additionalFields: { pixel_id: PIXEL.id } },
	);

it('sends the name of an event where there is no ID', async () => {
	const run = await send(withPixel('gtm_purchase'));
	expect(run.error?.message).toBeUndefined();
	expect(bodies()[0]?.[0]).toMatchObject({ event_name: 'gtm_purchase' });
	expect(bodies()[0]?.[0]).not.toHaveProperty('event_id');
});

describe('an ID for what has none', () => {
	const unnamed = form({ email: '={{ $json.email }}' });
	const idsOf = (some: IDataObject[] = []) => some.map(({ conversion_id: id }) => id);

	it('is the same for the same conversion, whenever it is sent, and counts once', async () => {
		await send(unnamed, people(3));
		await send(unnamed, people(3));
		const [first, second] = bodies();
		expect(idsOf(second)).toEqual(idsOf(first));
		expect(new Set(idsOf(first)).size).toBe(3);
		expect(counted()).toHaveLength(3);
	});

	it('says where two items cannot be told apart', async () => {
		const run = await send(unnamed, [...people(1), ...people(1)]);
		expect(run.hints.map(({ message }) => message).join()).toContain('the same as item 1');
		const named = await send(byEmail, [...people(1), ...people(1)]);
		expect(named.hints).toEqual([]);
	});
});

describe('a refusal', () => {
	const foreign = `tw-${PIXEL.id}-zzzzz`;
	const events = form(
		{ email: '={{ $json.email }}' },
		{
			event_id: { __rl: true, mode: 'id', value: '={{ $json.event }}' },
			additionalFields: { conversion_id: '={{ $json.order }}' },
		},
	);
	const withForeign = (...places: number[]) =>
		people(6).map((person, index) => ({ ...person, event: places.includes(index) ? foreign : EVENT }));

	it('names the items that are at fault, and nothing counts', async () => {
		const run = await send(events, withForeign(2));
		expect(run.error?.message).toContain(foreign);
		expect(run.error).toMatchObject({ context: { itemIndex: 2 } });
		expect(counted()).toEqual([]);
		expect(sim().requests).toHaveLength(1);
	});

	it('leaves them out with Continue On Fail, and sends the rest again', async () => {
		const run = await send(events, withForeign(1, 4), { continueOnFail: true });
		expect(run.json.map(({ success }) => success === true)).toEqual([true, false, true, true, false, true]);
		expect(bodies().map((some) => some.length)).toEqual([6, 4]);
		expect(counted()).toHaveLength(4);
	});

	it('finds them by halves where X does not say who it is', async () => {
		const errors = [{ code: 'INVALID_PARAMETER', message: 'At least one user identifier must be provided' }];
		// The requests that hold item 5: all eight, 4 to 7, 4 and 5, 5 alone.
		for (const skip of [0, 1, 1, 2])
			sim().fail({ match: {}, kind: 'status', status: 400, body: { errors }, times: 1, skip });
		const run = await send(byEmail, people(8), { continueOnFail: true });
		expect(run.json.map(({ success }) => success === true)).toEqual(people(8).map((_, index) => index !== 5));
		expect(bodies().map((some) => some.length)).toEqual([8, 4, 4, 2, 1, 1, 2]);
	});

	it('is not divided where the credential or the pixel is wrong', async () => {
		const wrong = { xPixelTokenApi: { pixelToken: 'wrong-token' } };
		const run = await send(byEmail, people(4), { continueOnFail: true, credentials: wrong });
		expect(run.json.every(({ error }) => error !== undefined)).toBe(true);
		// n8n asks twice where a credential is refused.
		expect(bodies().map((some) => some.length)).toEqual([4, 4]);
		expect(JSON.stringify(run.json)).not.toContain('wrong-token');
	});

	it('stands in a success, too', async () => {
		const body = {
			data: { conversions_processed: 1, debug_id: 'd1' },
			errors: [{ code: 'INVALID_PARAMETER', message: `hashed_email (${EMAIL}) is not known` }],
		};
		sim().fail({ match: {}, kind: 'status', status: 200, body, times: 1 });
		const items = [{ email: 'test-email@test.com' }, { email: 'other@example.com' }];
		const run = await send(form({ email: '={{ $json.email }}' }), items, { continueOnFail: true });
		expect(run.json.map(({ success }) => success === true)).toEqual([false, true]);
	});

	it('is an error where X takes the request and counts nothing', async () => {
		const body = { data: { conversions_processed: 0, debug_id: 'd1' } };
		sim().fail({ match: {}, kind: 'status', status: 200, body, times: 1 });
		const run = await send(byEmail, people(1));
		expect(run.error?.message).toBe('X did not count this conversion');
	});

	it('of a later request of 500 conversions each says what was sent before it', async () => {
		const rows = people(501).map((person, index) => ({ ...person, event: index === 500 ? foreign : EVENT }));
		const run = await send(events, rows);
		expect(bodies().map((some) => some.length)).toEqual([500, 1]);
		expect(run.error?.description).toContain('items 1 to 500');
		expect(counted().map(({ conversion_id: id }) => id)).toEqual(people(500).map(({ order }) => order));
	});
});

it('offers the events of the account with their pixel', async () => {
	const { results } = await search('searchConversionEvents');
	expect(results).toEqual([{ name: 'Order in the shop (purchase, tracking)', value: EVENT }]);
});
