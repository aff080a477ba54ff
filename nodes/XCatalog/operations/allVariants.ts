/** Get Many of products gives all variants of a group, although X's list has only the one that was submitted first. */
import { entities } from '../../shared/engine/output';
import { attached } from '../../shared/memory/process';
import type { Call } from '../../shared/operation/operation';
import { counted } from '../../shared/report/wording';
import { isObject } from '../../shared/util/lenient';
import { asText } from '../../shared/util/text';
import { sideBySide } from '../../shared/util/taskPool';
import { membersOf } from '../requests/readCatalog';

interface Values {
	readonly product_catalog_id: string;
	readonly item_group_key: string | undefined;
	readonly allVariants: boolean | undefined;
}

/** The groups that a list has shown so far. It may show several members of one. */
const shown = attached<object, Set<string>>({ name: 'groups of variants that were read', of: 'execution' });

/** Adds the other members to the first ones of their groups, behind them. */
export async function withVariants(body: unknown, call: Call<Values>): Promise<unknown> {
	const { allVariants = true, item_group_key: group } = call.values;
	const list = entities({ isList: true }, body);
	const known = shown.get(call) ?? new Set();
	shown.set(call, known);
	const before = new Set(known);
	const firsts = list.filter((product) => {
		const key = groupOf(product);
		const isNew = key !== '' && !known.has(key);
		if (isNew) known.add(key);
		return isNew;
	});
	if (group !== undefined || known.size === 0 || !isObject(body)) return body;
	if (!allVariants) {
		if (firsts.length > 0)
			call.hint(
				`${counted(firsts.length, 'product')} of this page stand for a group of variants: switch All Variants on to get the others`,
			);
		if (call.options.output === 'raw') return body;
		const mark = (product: Entity) =>
			groupOf(product) === '' ? product : { ...product, stands_for_group: true };
		return { ...body, data: list.map(mark) };
	}
	const keys = new Set(list.map(({ product_key: key }) => asText(key)));
	const others = new Map<string, readonly Entity[]>();
	let count = list.length;
	await sideBySide(firsts, call.options.parallelRequests, async (first) => {
		if (count >= call.options.limit) return;
		const members = await membersOf(call.api, call.values.product_catalog_id, groupOf(first));
		const more = members.filter((member) => !keys.has(asText(member.product_key)));
		others.set(groupOf(first), more);
		count += more.length;
	});
	// A page may show a further member of a group that an earlier page has given whole.
	const data = list
		.filter((product) => !before.has(groupOf(product)))
		.flatMap((product) => {
			const more = others.get(groupOf(product)) ?? [];
			others.delete(groupOf(product));
			return [product, ...more];
		});
	return { ...body, data };
}

type Entity = Readonly<Record<string, unknown>>;
const groupOf = (product: Entity): string => asText(product.item_group_key);
