/** This file collects messages beside the output. Items with the same message share one hint; an only item needs no name. */
import { uniq, upperFirst, has } from 'lodash';
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { hint, firstFew, itemNames } from '../report/wording';
import { selectedName } from './output';

const NAMED = 5;

export class Hints {
	private readonly said = new Map<string, Set<number>>();
	private readonly advice = new Set<string>();
	private readonly names = new Map<number, string>();

	/** Keeps a message about an item. */
	add(itemIndex: number, message: string): void {
		const items = this.said.get(message) ?? new Set();
		this.said.set(message, items.add(itemIndex));
	}

	/** Names an item by what it is about, such as an account. */
	name(itemIndex: number, name: string): void {
		this.names.set(itemIndex, name);
	}

	/** Keeps advice that is about no item in particular. */
	advise(message: string): void {
		this.advice.add(message);
	}

	/** The messages about an item. */
	of(itemIndex: number): string[] {
		return [...this.said].flatMap(([message, items]) => (items.has(itemIndex) ? message : []));
	}

	/** Shows the messages about items, in the order in which they were first added. */
	show(context: IExecuteFunctions): void {
		const isOnly = context.getInputData().length === 1;
		for (const [message, items] of this.said)
			hint(context, isOnly ? message : `${upperFirst(this.nameOf([...items]))}: ${message}`, 'warning');
	}

	private nameOf(items: readonly number[]): string {
		const names = items.flatMap((item) => this.names.get(item) ?? []);
		return names.length === items.length ? firstFew(uniq(names), NAMED) : itemNames(items);
	}

	showAdvice(context: IExecuteFunctions): void {
		for (const message of this.advice) hint(context, message, 'info');
	}
}

export class UnfoundFields {
	/** By name: whether a result has had it. */
	private readonly names = new Map<string, boolean>();

	/** Notes which of the names some results have. */
	note(names: readonly string[], results: readonly INodeExecutionData[]): void {
		if (results.length === 0) return;
		for (const name of names)
			if (this.names.get(name) !== true)
				this.names.set(
					name,
					results.some(({ json }) => has(json, selectedName(name))),
				);
	}

	/** Names them beside the output, unless every name was found, or nothing came. */
	advise(hints: Hints): void {
		const unfound = [...this.names].flatMap(([name, isFound]) => (isFound ? [] : `"${name}"`));
		if (unfound.length === 0) return;
		hints.advise(
			`No result has ${unfound.join(', ')}. X leaves out what is empty; otherwise look for a slip in Output Fields, or choose the field under Options as well`,
		);
	}
}
