import { ensureOnX, reconcile, type Rollback, type Things } from '../../../nodes/shared/events/reconcile';
import { type Rule, streamRules, type WantedRule } from '../../../nodes/shared/events/streamRules';
import type { Api } from '../../../nodes/shared/http/connection';
import { fc } from '../../support/properties';

interface Found {
	readonly id: string;
	readonly text: string;
	readonly tag: string;
	readonly isUsed: boolean;
}

const text = fc.constantFrom('cats', 'dogs', 'birds', 'fish');
const tag = fc.constantFrom('mine', 'mine too', 'foreign');
const wanted = fc.uniqueArray(fc.record({ text, tag: fc.constantFrom('mine', 'mine too') }), {
	selector: (each) => each.text,
});
const present = fc
	.array(fc.record({ text, tag, isUsed: fc.boolean() }))
	.map((all) => all.map((each, index): Found => ({ ...each, id: `${index}` })));

type Wanted = Pick<Found, 'text' | 'tag'>;
const isEnough = (found: Found, each: Wanted) => found.text === each.text;
const isSame = (found: Found, each: Wanted) => isEnough(found, each) && found.tag === each.tag;
const owned = {
	isOwn: (found: Found) => found.tag !== 'foreign',
	isUsedByOthers: (found: Found) => found.isUsed,
};

function app(all: Found[], refused?: string): Things<Found, Wanted> {
	return {
		list: () => Promise.resolve([...all]),
		isSame,
		isEnough,
		add: (missing, _present, added) => {
			for (const each of missing) {
				if (each.text === refused) return Promise.reject(new Error('refused'));
				const made = { ...each, id: `new ${each.text}`, isUsed: false };
				all.push(made);
				added.push(made);
			}
			return Promise.resolve([]);
		},
		remove: (ids) => {
			all.splice(0, all.length, ...all.filter(({ id }) => !ids.includes(id)));
			return Promise.resolve();
		},
	};
}

const comparison = fc.record({ present, wanted });

describe('what should exist on X against what does', () => {
	it('removes what is its own, not wanted and not used, and nothing else', () => {
		fc.assert(
			fc.property(comparison, (each) => {
				const { remove } = reconcile({ ...each, ...owned, isSame, isEnough });
				const isStale = (found: Found) =>
					owned.isOwn(found) && !found.isUsed && each.wanted.every((one) => !isSame(found, one));
				expect(remove).toEqual(each.present.filter(isStale));
			}),
		);
	});

	it('keeps or adds everything that is wanted, and adds nothing that is there', () => {
		fc.assert(
			fc.property(comparison, (each) => {
				const { remove, keep, add } = reconcile({ ...each, ...owned, isSame, isEnough });
				for (const one of each.wanted)
					expect(add.includes(one)).toBe(!keep.some((found) => isEnough(found, one)));
				expect(keep.filter((found) => remove.includes(found))).toEqual([]);
			}),
		);
	});

	it('has nothing left to do once it is done', async () => {
		await fc.assert(
			fc.asyncProperty(comparison, async (each) => {
				const all = [...each.present];
				const owner = { wanted: each.wanted, ...owned };
				await ensureOnX(app(all), owner, []);
				const after = [...all];
				const again = await ensureOnX(app(all), owner, []);
				expect([all, again.missing, again.added]).toEqual([after, [], []]);
			}),
		);
	});

	it('can be undone where one is refused, so that nothing is left of what was added', async () => {
		const [all, undo]: [Found[], Rollback] = [[], []];
		const both = [
			{ text: 'cats', tag: 'mine' },
			{ text: 'dogs', tag: 'mine' },
		];
		await expect(ensureOnX(app(all, 'dogs'), { wanted: both, ...owned }, undo)).rejects.toThrow('refused');
		expect(all).toHaveLength(1);
		for (const step of undo) await step();
		expect(all).toEqual([]);
	});
});

const refuse = (message: string) => new Error(message);

describe('rules of the filtered stream', () => {
	it('are not taken for gone because an answer has errors and no rules', async () => {
		const api = { send: () => Promise.resolve({ body: { errors: [{ title: 'Over capacity' }] } }) };
		await expect(streamRules(api as unknown as Api, refuse).list()).rejects.toThrow('Over capacity');
	});

	it('are added and deleted a hundred at a time', async () => {
		const sizes: number[] = [];
		const api = {
			send: async ({ body }: { body: { add?: WantedRule[]; delete?: { ids: string[] } } }) => {
				sizes.push((body.add ?? body.delete?.ids ?? []).length);
				return await Promise.resolve({
					body: { data: body.add?.map((rule) => ({ ...rule, id: rule.value })) },
				});
			},
		} as unknown as Api;
		const rules = streamRules(api, refuse);
		const many = Array.from({ length: 250 }, (_, n) => `cats ${n}`);
		const [added, gone]: [Rule[], string[]] = [[], []];
		await rules.add(
			many.map((value) => ({ value, tag: 'mine' })),
			[],
			added,
		);
		await rules.remove(many, (some) => gone.push(...some));
		expect([added.map(({ value }) => value), gone]).toEqual([many, many]);
		expect(sizes).toEqual([100, 100, 50, 100, 100, 50]);
	});
});
