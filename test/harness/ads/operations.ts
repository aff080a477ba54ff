/**
 * Every operation of a node of the Ads API once, with the kinds of credential by turns; the forms are made from the fields.
 */
import { difference, sortBy } from 'lodash';
import type { INodeParameters } from 'n8n-workflow';
import type { NodeSpec } from '../../../nodes/shared/operation/nodeSpec';
import { findOperation, keyOf } from '../../facts';
import { listen } from '../../support/answers';
import { filled } from '../../support/fill';
import { accountOf, valueOf as knownValue, type Seeded } from '../../support/seeded/types';
import { checkFields } from '../../support/outputFields';
import { formNamed } from '../../support/forms';
import { useSkippedWaits } from '../../support/waits';
import { allAtOnce, documentedNames, sentNames, variants } from './parameters';
import { useAds } from './support';

checkFields();

interface EveryOperation {
	readonly spec: NodeSpec;
	/** What exists on X. */
	readonly seeded: Seeded;
	/** Routes of operations that have none of their own, by name. */
	readonly routes?: Readonly<Record<string, string>>;
	/** Operations that find nothing on a platform where nothing has happened. */
	readonly empty?: readonly string[];
	/** Operations whose items are not what X answers to their route, or hold more: they have tests of their own. */
	readonly ownItems?: readonly string[];
	/** Addresses that operations may call besides their own, by name. */
	readonly others?: Readonly<Record<string, readonly string[]>>;
	/** Forms besides those that differ from the usual one in a single field, by name: parameters that go together. */
	readonly together?: Readonly<Record<string, readonly INodeParameters[]>>;
	/** Documented parameters that no form sends automatically, each with its reason, by name. */
	readonly unsent?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/**
 * Runs every operation of a node on the seeded platform.
 *
 * @param every What the node offers, and what exists.
 */
export function runsEveryOperation(node: string, every: EveryOperation): void {
	const {
		spec,
		seeded: { known, before = {}, items = [{ json: { marker: '1111' } }] },
		routes = {},
		empty = [],
		ownItems = [],
		others = {},
		together = {},
		unsent = {},
	} = every;
	const operations = spec.resources.flatMap(({ value, operations: own }) =>
		Object.entries(own).map(([name, operation], place) => ({
			name: `${value}.${name}`,
			operation,
			kind: place % 2 === 0 ? ('oAuth1' as const) : ('oAuth2' as const),
		})),
	);

	describe(node, () => {
		const { sim, ads } = useAds(node);
		useSkippedWaits(sim);

		describe.each(operations)('$name', ({ name, operation, kind }) => {
			const environment = operation.environments === undefined ? 'production' : 'sandbox';
			const own = accountOf(environment);
			const valueOf = (field: string) => own[field] ?? knownValue(known, name, field);
			const isBatch = name.endsWith('.batch');
			// X Catalog has one host only.
			const inProduction = node === 'xCatalog' ? {} : { environment: 'production' };
			const formOf = (change = 'Delete') => {
				const label = node === 'xCatalog' ? name : name.replace('.', `.${environment}.`);
				const found = formNamed(`${node}.${label}`);
				return { ...found, values: { ...found.values, ...(isBatch && { operation_type: change }) } };
			};

			const documented = findOperation(operation.route);
			const andSends = documented ? ', and sends every documented parameter in a request that X takes' : '';

			it(`works with ${kind}${andSends}`, async () => {
				const usual = filled(formOf(), valueOf);
				before[name]?.(sim());
				// An operation of the sandbox goes there even when the form still says production.
				const differences = listen(sim());
				const run = await ads(name, { ...usual, ...inProduction }, { as: kind, items: [...items] });
				expect(run.error?.message).toBeUndefined();
				const { method, route } = sim().requests.at(-1)!;
				expect(keyOf(`${method} ${route}`)).toBe(keyOf(routes[name] ?? operation.route));
				expect(run.items.length > 0).toBe(!empty.includes(name));
				expect(run.itemsPaired.every((from) => from === 0)).toBe(true);
				if (!ownItems.includes(name)) expect(differences(run, operation)).toEqual([]);
				const listeners = [environment === 'sandbox' ? 'adsSandbox' : 'ads', ...(others[name] ?? [])];
				expect(sim().requests.every((request) => listeners.includes(request.listener))).toBe(true);
				if (!documented) return;

				const lacking = new Set(documentedNames(documented));
				const taken = () => {
					for (const parameter of sentNames(sim().requests, documented)) lacking.delete(parameter);
				};
				taken();
				// What the batch has deleted is there again.
				if (isBatch) await sim().reset();
				let marker = 2000;
				const play = async (values: INodeParameters) => {
					before[name]?.(sim());
					marker += 1;
					// Names and texts of their own: X refuses some of those that it knows.
					const own = items.map((item) => ({ ...item, json: { ...item.json, marker: String(marker) } }));
					const { error } = await ads(name, { ...values, ...inProduction }, { items: own });
					taken();
					return error === undefined;
				};
				const expected = Object.keys(unsent[name] ?? {}).sort();
				const isDone = () => difference([...lacking], expected).length === 0;
				const changes = (isBatch ? ['Create', 'Update', 'Delete'] : [undefined]).map((change) => {
					const form = formOf(change);
					const base = filled(form, valueOf);
					return { base, single: [...variants(form, base, documented, valueOf)] };
				});
				// X takes most of the fields in one request; what is left then is sent alone.
				for (const { base, single } of changes) {
					const named = single.filter(
						({ field }) => lacking.has(field) && field !== documented.paging?.request,
					);
					const middle = Math.ceil(named.length / 2);
					const more = (together[name] ?? []).map((values) => ({ ...base, ...values }));
					if (named.length > 0 && !(await play(allAtOnce(named))))
						for (const half of [named.slice(0, middle), named.slice(middle)]) await play(allAtOnce(half));
					for (const values of more) if (!isDone()) await play(values);
				}
				for (const { single } of changes)
					for (const { values } of sortBy(single, ({ field }) => !lacking.has(field)))
						if (!isDone()) await play(values);
				expect([...lacking].sort()).toEqual(expected);
			});
		});
	});
}
