/** Finds names in Output Fields that no result has, because they are misspelled or X was not asked for them. */
import { has } from 'lodash';
import type { INodeExecutionData } from 'n8n-workflow';
import type { Hints } from './hints';
import { selectedName } from './output';

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
