import { difference } from 'lodash';
import type { IDataObject } from 'n8n-workflow';
import { digestOf } from '../../shared/events/eventDigests';
import type { XEvent } from '../../shared/events/event';
import { hasMark, readMark, withMark } from '../../shared/events/mark';
import {
	addRules,
	deleteRules,
	idsOf,
	listRules,
	type Rule,
	type WantedRule,
} from '../../shared/events/streamRules';
import { objects, text } from '../../shared/util/lenient';
import { searchGap, type GapSearch } from '../search/searchGap';
import type { UnsearchedRule } from '../stream/gaps';
import { refusing, type StreamSource, type StreamSourceContext } from './source';
import { isOfSameN8n } from './streamMark';

interface NamedRule extends WantedRule {
	/** The rule's name in the form. */
	readonly name: string | undefined;
}

/**
 * The rules of a node. An existing one is used, and only rules that nodes of this n8n added are ever removed. The tag
 * of a rule shows which node added it.
 */
class FilteredStream implements StreamSource {
	private readonly wanted: readonly NamedRule[];
	private current = new Map<string, NamedRule>();
	/** Rules that no node uses any more, and that are still on X. */
	private orphans: string[] = [];

	constructor(private readonly context: StreamSourceContext) {
		const { settings, mark } = context;
		this.wanted = settings.rules.map(({ value, name }) => ({ value, name, tag: withMark(name, mark) }));
	}

	async ensure(): Promise<number> {
		const { app } = this.context;
		const present = await listRules(app);
		const stale = present.filter((rule) => this.isStale(rule));
		// Deleted before any is added, because a text can exist only once and a rule's tag cannot be changed.
		await deleteRules(app, idsOf(stale));
		const kept = difference(present, stale);
		const missing = this.wanted.filter(({ value }) => kept.every((rule) => rule.value !== value));
		const { added, found } = await addRules(app, missing, refusing(this.context));
		const all = [...kept, ...found, ...added];
		const moved = this.moved(all).filter(({ value }) => missing.every((rule) => rule.value !== value));
		this.use(all, [...kept.filter((rule) => this.isOfThisN8n(rule)), ...added]);
		this.nameLeftovers(kept);
		return missing.length + moved.length;
	}

	get made(): string {
		return digestOf([...this.current.keys()].sort().join());
	}

	async remove(isKept = false): Promise<void> {
		const { app, settings, node, uses } = this.context;
		this.orphans.push(...uses.release(node));
		this.current = new Map();
		const ids = this.orphans.filter((id) => !uses.isUsedByOthers(node, id));
		if (!isKept && !settings.keepsEverything) await deleteRules(app, ids);
		this.orphans = [];
	}

	own(event: XEvent, body: IDataObject): XEvent | undefined {
		const matched = objects(body.matching_rules).flatMap((rule): readonly NamedRule[] => {
			const id = text(rule.id) ?? '';
			const known = this.current.get(id);
			if (known) return [known];
			// Another node may have made the rule again, with a new ID.
			const value = this.context.rules.get(id);
			return this.wanted.filter((each) => each.value === value || each.tag === text(rule.tag));
		});
		if (matched.length === 0) return undefined;
		return { ...event, tag: matched.find(({ name }) => name !== undefined)?.name };
	}

	isUnknown(body: IDataObject): boolean {
		return objects(body.matching_rules).some(({ id }) => !this.context.rules.has(text(id) ?? ''));
	}

	// An arrow function, because the code that fills gaps calls it without its object.
	readonly fill = async (search: GapSearch): Promise<UnsearchedRule[]> => {
		const { app, settings, allowance, ownPosts, warn } = this.context;
		const rules = [...this.current].map(([id, { value, tag, name }]) => ({ id, value, tag, name }));
		return await searchGap(
			{ app, selection: settings.selection, allowance, leftOut: ownPosts.accounts, warn },
			rules,
			search,
		);
	};

	private isOwn({ tag }: Rule): boolean {
		return hasMark(tag, this.context.mark);
	}

	/**
	 * Whether a node of this n8n has added a rule. The last one that uses it removes it: the one that added it may have
	 * been unpublished before n8n was started.
	 */
	private isOfThisN8n({ tag }: Rule): boolean {
		return isOfSameN8n(readMark(tag), this.context.mark);
	}

	/** Whether a rule is this node's and not needed any more. */
	private isStale(rule: Rule): boolean {
		const { node, uses } = this.context;
		const isWanted = this.wanted.some(({ value, tag }) => rule.value === value && rule.tag === tag);
		return this.isOwn(rule) && !isWanted && !uses.isUsedByOthers(node, rule.id);
	}

	/** Rules that someone has deleted and made again since the last look. X did not match them in between. */
	private moved(present: readonly Rule[]): NamedRule[] {
		const ids = new Set(idsOf(present));
		return [...this.current].flatMap(([id, rule]) => (ids.has(id) ? [] : [rule]));
	}

	/** Notes which rules are in use, and which of them nodes of this n8n have added. */
	private use(present: readonly Rule[], own: readonly Rule[]): void {
		const { node, uses, rules } = this.context;
		rules.clear();
		for (const { id, value } of present) rules.set(id, value);
		this.current = new Map(
			this.wanted.flatMap((rule) =>
				present.flatMap(({ id, value }) => (value === rule.value ? [[id, rule] as const] : [])),
			),
		);
		const ownIds = new Set(idsOf(own));
		const ids = [...this.current.keys()];
		uses.use(
			node,
			ids,
			ids.filter((id) => ownIds.has(id)),
		);
	}

	/** Logs rules that other workflows of this n8n left behind. Only those workflows may remove them. */
	private nameLeftovers(rules: readonly Rule[]): void {
		const { node, uses, warn } = this.context;
		const left = rules.filter(
			(rule) => this.isOfThisN8n(rule) && !this.isOwn(rule) && !uses.isUsedByOthers(node, rule.id),
		);
		if (left.length === 0) return;
		const some = left.slice(0, 5).map(({ id, tag }) => `${id} (${tag})`);
		warn(
			`${left.length} stream rules were added by other workflows that are not running here: ${some.join(', ')}`,
		);
	}
}

export const filteredStream = (context: StreamSourceContext): StreamSource => new FilteredStream(context);
