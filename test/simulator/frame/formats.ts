/** The formats that the facts name: whether a text is one. */

const ISO_TIME = /^\d{4}-\d\d-\d\d(T\d\d(:\d\d(:\d\d(\.\d+)?)?)?(Z|[+-]\d\d(:?\d\d)?)?)?$/;

/** Milliseconds since the epoch of an ISO 8601 time, which may lack seconds, minutes and zone. */
export function timeOf(text: string): number | undefined {
	if (!ISO_TIME.test(text)) return undefined;
	const [date = '', clock = ''] = text.split('T');
	const zone = /(Z|[+-]\d\d(:?\d\d)?)$/.exec(clock)?.[0] ?? '';
	const [hour, minute, second] = clock.slice(0, clock.length - zone.length).split(':');
	const offset =
		zone === '' || zone === 'Z' ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`;
	const time = Date.parse(`${date}T${hour || '00'}:${minute ?? '00'}:${second ?? '00'}${offset}`);
	return Number.isNaN(time) ? undefined : time;
}

/** A time as the advertising API writes it: UTC, whole seconds. */
export function isoSeconds(time: number): string {
	return new Date(time).toISOString().replace(/\.\d+Z$/, 'Z');
}

function isZone(zone: string): boolean {
	try {
		return new Intl.DateTimeFormat('en', { timeZone: zone }).format() !== '';
	} catch {
		return false;
	}
}

const matches = (pattern: RegExp) => (text: string) => pattern.test(text);

/** A format that is missing here is not checked. */
export const formats: Readonly<Record<string, (text: string) => boolean>> = {
	'date-time': matches(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/),
	iso4217: matches(/^[A-Z]{3}$/),
	'iso3166-1-alpha2': matches(/^[A-Z]{2}$/),
	'iso639-1': matches(/^[a-z]{2}$/),
	'HH:MM': matches(/^([01]\d|2[0-3]):[0-5]\d$/),
	'epoch-seconds': matches(/^\d+$/),
	uuid: matches(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i),
	uri: (text) => URL.canParse(text),
	'https-uri': (text) => text.startsWith('https://') && URL.canParse(text),
	'iana-tz': isZone,
};
