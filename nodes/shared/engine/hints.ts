/** This file collects messages beside the output. Items with the same message share one hint. */
import { upperFirst } from 'lodash';
import type { IExecuteFunctions } from 'n8n-workflow';
import { hint } from '../report/hint';
import { itemNames } from '../report/itemNames';

export class Hints {
	private readonly said = new Map<string, Set<number>>();
	private readonly advice = new Set<string>();

	/** Keeps a message about an item. */
	add(itemIndex: number, message: string): void {
		const items = this.said.get(message) ?? new Set();
		this.said.set(message, items.add(itemIndex));
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
		for (const [message, items] of this.said)
			hint(context, `${upperFirst(itemNames([...items]))}: ${message}`, 'warning');
	}

	showAdvice(context: IExecuteFunctions): void {
		for (const message of this.advice) hint(context, message, 'info');
	}
}
