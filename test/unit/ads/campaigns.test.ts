/** X Ads Campaigns: what its form offers, the order of its batches, and where a list of changes ends. */
import { NodeHelpers, sleep, type INodeParameters, type INodeProperties } from 'n8n-workflow';
import { sendInTurn, type BatchRequest } from '../../../nodes/shared/ads/batch/runBatch';
import { untilUnchanged } from '../../../nodes/XAdsCampaigns/campaign/fields';
import { XAdsCampaigns } from '../../../nodes/XAdsCampaigns/XAdsCampaigns.node';

const { description } = new XAdsCampaigns();

const shown = (name: string, form: INodeParameters): INodeProperties[] =>
	description.properties.filter(
		(property) =>
			property.name === name && NodeHelpers.displayParameter(form, property, { typeVersion: 1 }, description),
	);

const values = (name: string, form: INodeParameters) =>
	shown(name, form).flatMap(({ options = [] }) =>
		options.flatMap((option) => ('value' in option ? [option.value] : [])),
	);

it.each([
	['account', ['get', 'getMany', 'update'], ['create', 'delete']],
	['fundingInstrument', ['get', 'getMany', 'update'], ['create', 'delete']],
	['feature', ['getMany'], ['add', 'remove']],
])('%s: what exists in the sandbox only is offered there only', (resource, everywhere, sandboxOnly) => {
	const operations = (environment: string) => values('operation', { environment, resource });
	expect([...operations('production')].sort()).toEqual(everywhere);
	expect([...operations('sandbox')].sort()).toEqual([...everywhere, ...sandboxOnly].sort());
});

const inCollection = (section: string, name: string, form: INodeParameters) =>
	shown(section, form)
		.flatMap(({ options = [] }) => options)
		.flatMap((option) => (option.name === name && 'default' in option ? [option.default] : []));

it.each(['campaign', 'lineItem'])('%s: what is made is paused, one by one and in bulk', (resource) => {
	const form = { environment: 'production', resource, operation: 'create' };
	expect(inCollection('additionalFields', 'entity_status', form)).toEqual(['PAUSED']);
	const batch = { ...form, operation: 'batch', operation_type: 'Create' };
	expect(shown('entity_status', batch).map((property) => property.default)).toEqual(['PAUSED']);
});

it.each(['campaign', 'lineItem'])(
	'%s: nothing is activated by adding the status to an update',
	(resource) => {
		const form = { environment: 'production', resource, operation: 'update' };
		expect(inCollection('updateFields', 'entity_status', form)).toEqual(['PAUSED']);
		const batch = { ...form, operation: 'batch', operation_type: 'Update' };
		expect(inCollection('additionalFields', 'changed_status', batch)).toEqual(['PAUSED']);
	},
);

it.each(['campaign', 'lineItem', 'targetingCriterion'])(
	'%s: a batch in which each item says what to do has the fields of all operations, none of them required',
	(resource) => {
		const names = (operation_type: string) => {
			const form = { environment: 'production', resource, operation: 'batch', operation_type };
			return description.properties.filter((property) => shown(property.name, form).includes(property));
		};
		const own = new Set(names('Mixed').map(({ name }) => name));
		for (const type of ['Create', 'Update', 'Delete'])
			for (const { name } of names(type)) expect(own).toContain(name);
		const required = names('Mixed').flatMap((property) => (property.required ? [property.name] : []));
		expect(required).toEqual(['account_id', 'item_operation']);
	},
);

interface Send {
	name: string;
	finish: (applied?: boolean) => void;
}

/** Requests that stay in progress until the test lets them finish. */
function sending(deliveries: BatchRequest<string>[], concurrency: number, stopEarly = false) {
	const underWay: Send[] = [];
	const started: string[] = [];
	const done = sendInTurn(deliveries, {
		concurrency,
		stopEarly,
		send: ([name = '']) =>
			new Promise<boolean>((finish) => {
				started.push(name);
				underWay.push({ name, finish: (applied = true) => finish(applied) });
			}),
	});
	// A request that had to wait starts in a later turn, and timers fire in the order in which they were set.
	const settle = async () => {
		for (let turn = 0; turn < 3; turn++) await sleep(0);
	};
	const finish = async (name: string, applied = true) => {
		const index = underWay.findIndex((send) => send.name === name);
		underWay.splice(index, 1)[0]?.finish(applied);
		await settle();
	};
	return { done, started, settle, finish };
}

const on = (name: string, ...parents: string[]): BatchRequest<string> => ({ members: [name], parents });

describe('requests in flight', () => {
	it('wait for an earlier one that touches the same parent', async () => {
		const { done, started, settle, finish } = sending([on('a', 'x'), on('b', 'x', 'y'), on('c', 'z')], 3);
		await settle();
		expect(started).toEqual(['a', 'c']);
		await finish('a');
		expect(started).toEqual(['a', 'c', 'b']);
		await finish('b');
		await finish('c');
		await done;
	});

	it('keep nobody from going who does not wait himself', async () => {
		const { done, started, settle, finish } = sending(
			[on('a', 'x'), on('b', 'x'), on('c', 'x'), on('d', 'y')],
			2,
		);
		await settle();
		expect(started).toEqual(['a', 'd']);
		for (const name of ['a', 'd', 'b', 'c']) await finish(name);
		await done;
		expect(started).toEqual(['a', 'd', 'b', 'c']);
	});

	it('finish before an error is passed on, and none starts after it', async () => {
		const finished: string[] = [];
		const done = sendInTurn([on('a'), on('b'), on('c')], {
			concurrency: 2,
			stopEarly: false,
			send: async ([name = '']) => {
				if (name === 'a') throw new Error('lost');
				await new Promise((resolve) => setImmediate(resolve));
				finished.push(name);
				return true;
			},
		});
		await expect(done).rejects.toThrow('lost');
		expect(finished).toEqual(['b']);
	});
});

const page = (times: Array<string | undefined>) => ({
	data: times.map((time, index) => ({ id: `${index}`, updated_at: time && `2026-03-01T${time}Z` })),
	next_cursor: 'c2',
});

it.each([
	['at that very time: the next page may hold more', ['12:00:00', '12:00:00'], ['0', '1'], false],
	['earlier, in part', ['12:00:00', '11:59:59'], ['0'], true],
	['at times of which one is not said', [undefined, '12:00:01'], ['0', '1'], false],
] as Array<[string, Array<string | undefined>, string[], boolean]>)(
	'a list of changes goes on or ends where a page changed %s',
	(_when, times, ids, isLast) => {
		const { body, last } = untilUnchanged(page(times), { changed_since: '2026-03-01T12:00:00Z' });
		expect([(body as ReturnType<typeof page>).data.map(({ id }) => id), last]).toEqual([ids, isLast]);
	},
);
