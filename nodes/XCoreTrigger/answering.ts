/** What keeps a workflow that answers from answering too much; see `shared/events/answering`. */
import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { Gate } from '../shared/events/answering';
import { Rounds } from '../shared/events/rounds';
import { loopReport, OptOutNotes } from '../shared/events/answeringReports';
import type { Notices } from '../shared/events/notices';
import { BoundedMap } from '../shared/util/boundedMap';
import type { ListRow } from './cursor/cursor';
import type { PolledEntry } from './read';
import type { PollSettings } from './settings';

/** By node: how often people answered is known in this process only. */
const inThisProcess = new BoundedMap<string, Rounds>(500);

/** The name of the list of people in static data. It outlives the memory of one form. */
const KEY = 'stopped';

/**
 * The entries that start the workflow. Entries that were not wanted before stay unwanted.
 *
 * @param data The node's static data.
 * @returns Also whether something was left out or noted, which n8n should store.
 */
export function admitted(
	context: IPollFunctions,
	{ answering: rules }: PollSettings,
	data: IDataObject,
	found: readonly ListRow<PolledEntry>[],
	notices: Notices,
): { readonly rows: ListRow<PolledEntry>[]; readonly hasChanged: boolean } {
	const name = `${context.getWorkflow().id ?? ''}:${context.getNode().id}`;
	const rounds = inThisProcess.get(name) ?? new Rounds();
	inThisProcess.set(name, rounds);
	const gate = new Gate(rounds);
	const notes = new OptOutNotes(notices);
	if (!gate.optOuts.merge(data[KEY])) notes.damaged();
	let hasChanged = false;
	const rows = found.map((row) => {
		const { heard, isWanted, json } = row.entity;
		if (!isWanted || !heard) return row;
		const { isAdmitted, optOut, isLoop, isFull } = gate.judge(heard, rules);
		if (optOut !== undefined) notes.noted(heard, optOut, isFull === true);
		if (isLoop === true) loopReport(notices, heard, rules);
		hasChanged ||= !isAdmitted || optOut !== undefined;
		const entity = { ...row.entity, isWanted: isAdmitted, json: { ...json, ...(optOut && { optOut }) } };
		return { ...row, entity };
	});
	const { stored } = gate.optOuts;
	if (stored !== undefined && stored !== data[KEY]) data[KEY] = stored;
	return { rows, hasChanged };
}
