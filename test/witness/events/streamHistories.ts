/** What happens to a stream and to the n8n that reads it; the same for the same seed. */
import { Chance } from './chance';
import { write, type Entry } from './posts';
import { StreamedX } from './streamedX';
import { StreamLife } from './streamLife';
import { DAY, HOUR, MINUTE, SECOND, Time } from './time';

export const START = Date.UTC(2026, 10, 2, 9, 30);

/** Two workflows share a rule. */
export const RULES = [['cats'], ['cats', 'dogs'], ['birds']] as const;

export interface Style {
	readonly days: number;
	/** Milliseconds between two Posts, and between two faults, on average. */
	readonly every: number;
	readonly faultEvery: number;
	readonly faults: readonly Fault[];
	readonly rules?: ReadonlyArray<readonly string[]>;
}

type Fault = keyof typeof FAULTS;

interface Moment {
	readonly life: StreamLife;
	readonly x: StreamedX;
	readonly time: Time;
	readonly chance: Chance;
}

const FAULTS = {
	drop: ({ x, chance }: Moment) => x.drop(chance.one(['in order', 'abruptly', 'silently'] as const)),
	outage: async ({ x, time, chance }: Moment) => {
		x.trouble.stream = chance.one(['down', 'limited'] as const);
		x.drop('abruptly');
		await time.reach(time.now + chance.between(10 * SECOND, 5 * MINUTE));
		x.trouble.stream = undefined;
	},
	search: async ({ x, time, chance }: Moment) => {
		x.trouble.search = chance.one(['down', 'limited'] as const);
		x.drop('abruptly');
		await time.reach(time.now + chance.between(MINUTE, 10 * MINUTE));
		x.trouble.search = undefined;
	},
	kill: async ({ life, x, time, chance }: Moment) => {
		x.ghost = chance.one([0, 8 * SECOND, 90 * SECOND]);
		life.kill();
		await time.reach(time.now + chance.one([SECOND, MINUTE, HOUR]) * chance.next());
		await life.start();
	},
	restart: async ({ life, time, chance }: Moment) => {
		await life.stop();
		await time.reach(time.now + chance.one([SECOND, MINUTE, HOUR]) * chance.next());
		await life.start();
	},
	publish: async ({ life, chance }: Moment) => await life.publishAgain(chance.whole(0, 2)),
};

const ALL: readonly Fault[] = ['drop', 'outage', 'search', 'kill', 'restart', 'publish'];

export const STYLES: Readonly<Record<string, Style>> = {
	'drops and outages': {
		days: 1,
		every: 20 * SECOND,
		faultEvery: 40 * MINUTE,
		faults: ['drop', 'outage', 'search'],
	},
	'restarts and kills': { days: 1, every: 20 * SECOND, faultEvery: 40 * MINUTE, faults: ['kill', 'restart'] },
	'new versions': { days: 1, every: 20 * SECOND, faultEvery: 40 * MINUTE, faults: ['publish'] },
	'all of it': { days: 1, every: 20 * SECOND, faultEvery: 15 * MINUTE, faults: ALL },
	'ten a second': { days: 1 / 48, every: SECOND / 10, faultEvery: 5 * MINUTE, faults: ALL },
	'eight quiet days': { days: 9, every: 30 * DAY, faultEvery: 2 * DAY, faults: ['drop', 'restart'] },
};

const WORDS = ['cats', 'dogs', 'birds', 'cats and dogs', 'fish'];

export const postsOf = (style: Style, chance: Chance): Entry[] =>
	write(chance, {
		from: START - HOUR,
		to: START + style.days * DAY,
		every: style.every,
		late: 7 * SECOND,
		text: (of) => `I like ${of.one(WORDS)}`,
	});

export interface Played {
	readonly life: StreamLife;
	readonly x: StreamedX;
	/** What was written before counts. */
	readonly until: number;
}

export async function play(style: Style, seed: number): Promise<Played> {
	const time = new Time(START);
	const chance = new Chance(seed);
	const posts = postsOf(style, chance);
	const x = new StreamedX(time, posts);
	const life = new StreamLife(time, x, posts, style.rules ?? RULES);
	const until = START + style.days * DAY;
	try {
		await life.start('activate');
		for (;;) {
			const next = time.now + MINUTE + chance.gap(style.faultEvery);
			if (next > until) break;
			await time.reach(next);
			await FAULTS[chance.one(style.faults)]({ life, x, time, chance });
		}
		await time.reach(until);
		await life.settle();
	} finally {
		life.end();
		time.end();
	}
	return { life, x, until };
}
