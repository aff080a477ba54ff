/** The field that takes back what an earlier run left. */
import { InvalidValue, readPlace, type Field, type Place, type ResumeFrom } from '../operation/operation';
import { asText, isBlank } from '../util/text';

/** The value with which an item begins at its start: for workflows that have nothing to resume yet. */
export const START = 'start';

export const resumeField = (description: string): Field<ResumeFrom> => ({
	label: 'Resume From',
	property: { type: 'string', default: '', placeholder: 'e.g. {{ $json.resume }}', description },
	encode: (value) => {
		if (isBlank(value)) return undefined;
		if (typeof value === 'object') return readResume(value);
		const text = asText(value).trim();
		if (text === START) return {};
		return text.startsWith('{') ? readResume(parsed(text)) : readPlace(text);
	},
});

function parsed(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		throw notResume();
	}
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
		`must be the "resume" of an earlier run, the "from" in it, or ${START} to begin at the start`,
	);
