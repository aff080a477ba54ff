import { fc } from '../../support/properties';
import { classify, toNodeApiError } from '../../../nodes/shared/errors';
import type { Api, ApiRequest, ApiResponse } from '../../../nodes/shared/http/connection';
import { RefusedChoices, withOwnChoices } from '../../../nodes/shared/engine/ownChoices';
import { NODE } from '../../support/node';

type Query = readonly (readonly [string, string])[];

/** How a server words a refusal: the forms seen in answers of X and in its published description. */
const WORDINGS = {
	list: (name: string, value: string, allowed: string[]) => ({
		parameters: { [name]: [value] },
		message: `The \`${name}\` query parameter value [${value}] is not one of [${allowed.join(',')}]`,
	}),
	quoted: (name: string, value: string, allowed: string[]) => ({
		detail: `${name}: invalid value '${value}', must be one of: [${allowed.join(' ')}]`,
	}),
	value: (name: string, value: string) => ({
		parameters: { [`query.${name}`]: [value] },
		message: `The value ${value} is not valid`,
	}),
	parameter: (name: string) => ({ parameters: { [name]: [] }, message: 'A value is not valid' }),
};
type Wording = keyof typeof WORDINGS;

/** A server that knows these parameters with these values and refuses all else, one complaint at a time. */
function server(known: Readonly<Record<string, readonly string[]>>, wording: Wording) {
	const sent: Query[] = [];
	const complaintAbout = (query: Query) => {
		for (const [name, value] of query) {
			const allowed = known[name];
			if (!allowed)
				return {
					parameters: { [name]: [value] },
					message: `The query parameter [${name}] is not one of [${Object.keys(known).join(',')}]`,
				};
			const wrong = value.split(',').find((each) => !allowed.includes(each));
			if (wrong !== undefined) return WORDINGS[wording](name, wrong, [...allowed]);
		}
		return undefined;
	};
	const send = (request: ApiRequest): Promise<ApiResponse> => {
		const { query = [] } = request.prepare?.() ?? request;
		sent.push(query);
		const complaint = complaintAbout(query);
		if (!complaint) return Promise.resolve({ status: 200, headers: {}, body: { data: [] } });
		const title = 'Invalid Request';
		const type = 'https://api.x.com/2/problems/invalid-request';
		const body = { errors: [complaint], title, type, detail: 'One or more parameters was invalid.' };
		return Promise.reject(toNodeApiError(NODE, classify({ status: 400, headers: {}, body })));
	};
	const api: Api = { kind: 'app', baseUrl: '', account: '', send };
	return { api, sent };
}

const read = (query: Query, own: ApiRequest['ownChoices'] = {}): ApiRequest => ({
	method: 'GET',
	path: '/2/dm_events',
	query: [...query],
	ownChoices: own,
});

const choices = (...values: string[]) => values.map((value) => ({ value }));

describe('what the node chose itself', () => {
	it('is replaced by the expansion that gives the same', async () => {
		const { api, sent } = server({ 'dm_event.fields': ['id'], expansions: ['sender_id', 'media'] }, 'list');
		const own = { 'dm_event.fields': [{ value: 'id' }, { value: 'sender_id', expansion: 'sender_id' }] };
		await withOwnChoices(api, new RefusedChoices()).send(read([['dm_event.fields', 'id,sender_id']], own));
		expect(sent.at(-1)).toEqual([
			['dm_event.fields', 'id'],
			['expansions', 'sender_id'],
		]);
	});

	it('never makes a read fail, whatever X refuses and however it says so', async () => {
		const names = ['user.fields', 'list.fields', 'media.fields', 'expansions'];
		const values = ['id', 'name', 'url', 'owner_id', 'description'];
		const some = fc.uniqueArray(fc.constantFrom(...values), { minLength: 1 });
		const selections = fc.dictionary(fc.constantFrom(...names), some, { minKeys: 1 });
		const wordings = fc.constantFrom(...(Object.keys(WORDINGS) as Wording[]));
		await fc.assert(
			fc.asyncProperty(selections, selections, wordings, async (known, chosen, wording) => {
				const { api, sent } = server(known, wording);
				const query = Object.entries(chosen).map(([name, list]) => [name, list.join(',')] as const);
				const own = Object.fromEntries(
					Object.entries(chosen).map(([name, list]) => [name, choices(...list)]),
				);
				const refused = new RefusedChoices();
				await withOwnChoices(api, refused).send(read(query, own));
				// Two repetitions for each parameter at most.
				expect(sent.length).toBeLessThanOrEqual(1 + 2 * query.length);
				const accepted = new Map(sent.at(-1));
				const says = wording === 'list' || wording === 'quoted';
				for (const [name, list] of Object.entries(chosen)) {
					const welcome = list.filter((value) => known[name]?.includes(value));
					if (says) expect(accepted.get(name) ?? '').toBe(welcome.join(','));
				}
				const before = sent.length;
				await withOwnChoices(api, refused).send(read(query, own));
				expect(sent.length).toBe(before + 1);
			}),
			{ numRuns: 200 },
		);
	});
});

describe('what the user chose', () => {
	it('is an error that names the parameter, also where the node chose others', async () => {
		const { api, sent } = server({ 'list.fields': ['id'], 'user.fields': ['id'] }, 'list');
		const request = read(
			[
				['list.fields', 'name'],
				['user.fields', 'id,name'],
			],
			{ 'user.fields': choices('id', 'name') },
		);
		await expect(withOwnChoices(api, new RefusedChoices()).send(request)).rejects.toMatchObject({
			context: { data: { parameter: 'list.fields' } },
		});
		expect(sent).toHaveLength(1);
	});

	it('is never changed in a write', async () => {
		const { api, sent } = server({}, 'list');
		const request: ApiRequest = { method: 'POST', path: '/', query: [['tweet.fields', 'id']] };
		await expect(withOwnChoices(api, new RefusedChoices()).send(request)).rejects.toThrow();
		expect(sent).toHaveLength(1);
	});
});
