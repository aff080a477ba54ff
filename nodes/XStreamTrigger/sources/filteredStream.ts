import type { IDataObject } from 'n8n-workflow';
import { digestOf } from '../../shared/events/eventDigests';
import type { XEvent } from '../../shared/events/event';
import { withMark } from '../../shared/events/mark';
import { streamRules, type Rule, type WantedRule } from '../../shared/events/streamRules';
import { objects, text } from '../../shared/util/lenient';
import { searchGap, type GapSearch, type Searched } from '../search/searchGap';
import { OwnThings, refusing, type StreamSource, type StreamSourceContext } from './source';

interface NamedRule extends WantedRule {
	readonly name: string | undefined;
}

/** Manages the rules of a node. The tag of a rule shows which node added it. */
class FilteredStream implements StreamSource {
	private readonly wanted: readonly NamedRule[];
	private readonly things;
	private current = new Map<string, NamedRule>();

	constructor(private readonly context: StreamSourceContext) {
		const { app, settings, mark } = context;
		this.wanted = settings.rules.map(({ value, name }) => ({ value, name, tag: withMark(name, mark) }));
		this.things = new OwnThings(context, streamRules(app, refusing(context)));
	}

	async ensure(): Promise<number> {
		const { all, missing } = await this.things.ensure(this.wanted);
		const added = new Set(missing.map(({ value }) => value));
		const ids = new Set(all.map(({ id }) => id));
		// Someone has deleted them and made them again since the last look. X did not match them in between.
		const moved = [...this.current].filter(([id, { value }]) => !ids.has(id) && !added.has(value));
		this.note(all);
		this.nameLeftovers(all);
		return missing.length + moved.length;
	}

	get hadOwn(): boolean {
		return this.things.hadOwn;
	}

	get made(): string {
		return digestOf([...this.current.keys()].sort().join());
	}

	async remove(isKept?: boolean): Promise<void> {
		this.current = new Map();
		await this.things.remove(isKept);
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
	readonly fill = async (search: GapSearch): Promise<Searched | undefined> => {
		const { app, settings, allowance, ownPosts, warn } = this.context;
		const rules = [...this.current].map(([id, { value, tag, name }]) => ({ id, value, tag, name }));
		return await searchGap(
			{ app, selection: settings.selection, allowance, leftOut: ownPosts.accounts, warn },
			rules,
			search,
		);
	};

	private note(all: readonly Rule[]): void {
		const { rules } = this.context;
		rules.clear();
		const ids = new Map<string, string[]>();
		for (const { id, value } of all) {
			rules.set(id, value);
			ids.set(value, [...(ids.get(value) ?? []), id]);
		}
		this.current = new Map(
			this.wanted.flatMap((rule) => (ids.get(rule.value) ?? []).map((id) => [id, rule] as const)),
		);
	}

	private nameLeftovers(all: readonly Rule[]): void {
		const left = this.things.leftovers(all);
		if (left.length === 0) return;
		const some = left.slice(0, 5).map(({ id, tag }) => `${id} (${tag})`);
		this.context.warn(
			`${left.length} stream rules were added by other workflows that are not running here: ${some.join(', ')}`,
		);
	}
}

export const filteredStream = (context: StreamSourceContext): StreamSource => new FilteredStream(context);
