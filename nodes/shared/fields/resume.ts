/** The field that takes back what an earlier run left. */
import { MOST_OFF } from '../http/xClock';
import { InvalidValue, readPlace, type Field, type Place, type ResumeFrom } from '../operation/operation';
import { tryParseExact } from '../util/exactJson';
import { asText, isBlank } from '../util/text';

/** The value with which an item begins at its start: for workflows that have nothing to resume yet. */
export const START = 'start';

/** What a person writes after a run that left nothing, because n8n was killed: since when X may have done the items. */
const SINCE = /^since\s+(\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d))$/i;

export const resumeField = (description: string): Field<ResumeFrom> => ({
	label: 'Resume From',
	property: { type: 'string', default: '', placeholder: 'e.g. {{ $json.resume }}', description },
	encode: (value) => {
		if (isBlank(value)) return undefined;
		if (typeof value === 'object') return readResume(value);
		const text = asText(value).trim();
		if (text === START) return {};
		if (/^since\b/i.test(text)) return readSince(text);
		return text.startsWith('{') ? readResume(tryParseExact(text)) : readPlace(text);
	},
});

/** n8n gives the time at which the run began, and its clock may be ahead of X's. */
function readSince(text: string): ResumeFrom {
	const since = Date.parse(SINCE.exec(text)?.[1] ?? '') - MOST_OFF;
	if (Number.isNaN(since)) throw notResume();
	return { since };
}

function readResume(value: unknown): ResumeFrom {
	const { left } = (value ?? {}) as { left?: unknown };
	if (!Array.isArray(left)) throw notResume();
	return { left: new Map(left.map(readLeft)) };
}

function readLeft(value: unknown): [number, Place] {
	const { item, from, since } = (value ?? {}) as { item?: unknown; from?: unknown; since?: unknown };
	const isPlace = [from, since].every(
		(each) => each === undefined || (typeof each === 'string' && each !== ''),
	);
	const at = typeof since === 'string' ? Date.parse(since) : undefined;
	if (!Number.isInteger(item) || !isPlace || Number.isNaN(at)) throw notResume();
	const place = readPlace(from as string | undefined);
	return [item as number, { from: place.from, since: at ?? place.since }];
}

const notResume = () =>
	new InvalidValue(
		'format',
		`must be the "resume" of an earlier run, the "from" in it, ${START}, or "since" with a time and its zone, such as since 2026-11-26T08:00:00Z`,
	);
