/** Messages beside the output: what many items have in common is said once. */
import type { IExecuteFunctions } from 'n8n-workflow';

/** How many items a message names. */
const NAMED = 5;

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

	/** What was kept about an item. */
	of(itemIndex: number): string[] {
		return [...this.said].flatMap(([message, items]) => (items.has(itemIndex) ? message : []));
	}

	/** Shows what was kept about items, in the order in which it was first said. */
	show(context: IExecuteFunctions): void {
		for (const [message, items] of this.said)
			context.addExecutionHints({
				message: `${nameItems([...items])}: ${message}`,
				location: 'outputPane',
				type: 'warning',
			});
	}

	/** Shows the advice. */
	showAdvice(context: IExecuteFunctions): void {
		for (const message of this.advice)
			context.addExecutionHints({ message, location: 'outputPane', type: 'info' });
	}
}

/** Items by their numbers, as n8n counts them. */
export function nameItems(items: readonly number[]): string {
	if (items.length === 1) return `Item ${items[0]}`;
	const more = items.length - NAMED;
	return `Items ${items.slice(0, NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
