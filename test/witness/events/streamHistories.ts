/** What happens to a stream and to the n8n that reads it; the same for the same seed. */
import { Chance } from './chance';
import { write, type Entry } from './posts';
import type { StreamedX } from './streamedX';
import { type StreamLife, type Settings, withStream } from './streamLife';
import { DAY, HOUR, MINUTE, SECOND, START, type Time } from './time';

/** Two workflows share a rule. */
export const RULES = [['cats'], ['cats', 'dogs'], ['birds']] as const;

export interface Style {
	readonly days: number;
	/** Milliseconds between two Posts, and between two faults, on average. */
	readonly every: number;
	readonly faultEvery: number;
	readonly faults: readonly Fault[];
	readonly rules?: ReadonlyArray<readonly string[]>;
	/** What Posts are about; cats, dogs and so on unless others are given. */
	readonly words?: readonly string[];
	readonly settings?: Settings;
}

type Fault = keyof typeof FAULTS;

interface Moment {
	readonly life: StreamLife;
	readonly x: StreamedX;
	readonly time: Time;
	readonly chance: Chance;
}

/** What a search answers while it finds nothing. */
const SEARCHES = [
	'down',
	'limited',
	'only errors',
	'a count without data',
	'HTTP 400',
	'HTTP 401',
	'HTTP 402',
	'HTTP 403',
	'HTTP 404',
	'a web page',
] as const;

const FAULTS = {
	drop: ({ x, chance }: Moment) => x.drop(chance.one(['in order', 'abruptly', 'silently'] as const)),
	outage: async ({ x, time, chance }: Moment) => {
		x.trouble.stream = chance.one(['down', 'limited'] as const);
		x.drop('abruptly');
		await time.reach(time.now + chance.between(10 * SECOND, 5 * MINUTE));
		x.trouble.stream = undefined;
	},
	search: async ({ x, time, chance }: Moment) => {
		x.trouble.search = chance.one(SEARCHES);
		x.drop('abruptly');
		await time.reach(time.now + chance.between(MINUTE, 10 * MINUTE));
		x.trouble.search = undefined;
	},
	/** What was written lately is not found yet. */
	late: async ({ x, time, chance }: Moment) => {
		x.drop('abruptly');
		x.trouble.search = 'nothing';
		await time.reach(time.now + chance.between(MINUTE, 4 * MINUTE));
		x.trouble.search = undefined;
	},
	/** Credits run out, and come back in steps: for the stream first, and later for searches. */
	credits: async ({ x, time, chance }: Moment) => {
		x.trouble = { stream: 'down', search: 'HTTP 402' };
		x.drop('abruptly');
		await time.reach(time.now + chance.between(5 * MINUTE, HOUR));
		x.trouble.stream = undefined;
		await time.reach(time.now + chance.between(MINUTE, 20 * MINUTE));
		x.trouble.search = undefined;
	},
	/** A proxy lets nothing through. */
	proxy: async ({ x, time, chance }: Moment) => {
		x.trouble = { stream: 'down', search: 'a web page', rules: 'down' };
		x.drop('silently');
		await time.reach(time.now + chance.between(10 * MINUTE, 5 * HOUR));
		x.trouble = {};
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
	/** What n8n has stored is damaged while it is ended. */
	damage: async ({ life, time, chance }: Moment) => {
		life.kill();
		life.damage(chance);
		await time.reach(time.now + MINUTE * chance.next());
		await life.start();
	},
	publish: async ({ life, chance }: Moment) => await life.publishAgain(chance.whole(0, 2)),
	/** X counts a dead connection for minutes, and refuses the next one as long. */
	ghost: async ({ life, x, time, chance }: Moment) => {
		x.ghost = chance.between(MINUTE, 12 * MINUTE);
		if (chance.happens(0.5)) x.drop(chance.one(['abruptly', 'silently'] as const));
		else {
			life.kill();
			await time.reach(time.now + MINUTE * chance.next());
			await life.start();
		}
		x.ghost = 0;
	},
	sleep: async ({ x, chance }: Moment) =>
		await x.sleep(chance.one([20 * SECOND, 3 * MINUTE, 9 * MINUTE, HOUR, 10 * HOUR]), chance.happens(0.5)),
	/** The clock of n8n's machine is set, rightly or not. */
	clock: ({ time, chance }: Moment) =>
		void (time.ahead = chance.one([0, -3 * DAY, 3 * DAY, HOUR, -20 * MINUTE])),
	/** Someone deletes a rule in X's console. */
	deleted: ({ x, chance }: Moment) => x.deleteRule(chance.next()),
	/** A person unpublishes a workflow and, sooner or later, publishes it again. */
	leave: async ({ life, time, chance }: Moment) => {
		const index = chance.whole(0, 2);
		await life.unpublish(index);
		await time.reach(time.now + chance.one([10 * SECOND, 10 * MINUTE]) * chance.next());
		if (chance.happens(0.3)) {
			life.kill();
			await life.start();
		}
		await life.publishFirst(index);
	},
};

const ALL: readonly Fault[] = ['drop', 'outage', 'search', 'kill', 'restart', 'publish'];

/** X allows 1,000 rules. Few words are in many of these, as brands are. */
const MANY = Array.from({ length: 800 }, (_, place) => `brand${place}`);

const OWN = ['881', '882', '883'];

/** A bearer token with the ID of the app in it, as X's are. */
const ofApp = (rest: string): string =>
	`${Buffer.from([...Array<number>(16).fill(0), 42, 7, 0, 0, 0, 0, 0, 0]).toString('base64')}${rest}`;

export const STYLES: Readonly<Record<string, Style>> = {
	'drops and outages': {
		days: 1,
		every: 20 * SECOND,
		faultEvery: 40 * MINUTE,
		faults: ['drop', 'outage', 'search', 'late'],
	},
	'restarts and kills': { days: 1, every: 20 * SECOND, faultEvery: 40 * MINUTE, faults: ['kill', 'restart'] },
	'new versions': { days: 1, every: 20 * SECOND, faultEvery: 40 * MINUTE, faults: ['publish'] },
	'all of it': { days: 1, every: 20 * SECOND, faultEvery: 15 * MINUTE, faults: ALL },
	'ten a second': { days: 1 / 96, every: SECOND / 10, faultEvery: 5 * MINUTE, faults: ALL },
	'a dead connection counts': {
		days: 1,
		every: 20 * SECOND,
		faultEvery: 40 * MINUTE,
		faults: ['ghost', 'drop', 'publish'],
	},
	'machines that sleep, wrong clocks': {
		days: 2,
		every: 20 * SECOND,
		faultEvery: 40 * MINUTE,
		faults: ['sleep', 'sleep', 'deleted', 'clock', 'drop', 'restart'],
	},
	'rules that someone deletes': {
		days: 1,
		every: 20 * SECOND,
		faultEvery: 40 * MINUTE,
		faults: ['deleted', 'deleted', 'drop', 'kill', 'publish'],
	},
	'workflows that come and go': {
		days: 1,
		every: 20 * SECOND,
		faultEvery: 30 * MINUTE,
		faults: ['leave', 'kill', 'restart', 'drop'],
	},
	'credits, a proxy, and people who switch off and on': {
		days: 2,
		every: 20 * SECOND,
		faultEvery: HOUR,
		faults: ['credits', 'proxy', 'leave', 'kill'],
	},
	'hundreds of rules': {
		days: 1 / 2,
		every: 20 * SECOND,
		faultEvery: 40 * MINUTE,
		faults: ALL,
		rules: [MANY.slice(0, 400), MANY.slice(300), MANY.slice(390, 410)],
		words: MANY,
	},
	'two credentials of one app': {
		days: 1 / 2,
		every: 20 * SECOND,
		faultEvery: 30 * MINUTE,
		faults: ALL,
		settings: {
			credentials: (index) =>
				index === 1 ? { bearerToken: ofApp('b') } : { consumerKey: 'key', bearerToken: ofApp('a') },
		},
	},
	'own Posts': {
		days: 1 / 2,
		every: 20 * SECOND,
		faultEvery: 30 * MINUTE,
		faults: ALL,
		settings: { options: { ownAccounts: OWN.join(',') }, leftOut: OWN },
	},
	'eight quiet days': { days: 9, every: 30 * DAY, faultEvery: 2 * DAY, faults: ['drop', 'restart'] },
};

const WORDS = ['cats', 'dogs', 'birds', 'cats and dogs', 'fish'];

export const postsOf = (style: Style, chance: Chance): Entry[] =>
	write(chance, {
		from: START - (style.every < SECOND ? MINUTE : HOUR),
		to: START + style.days * DAY,
		every: style.every,
		late: 7 * SECOND,
		text: (of) => `I like ${of.one(style.words ?? WORDS)}`,
	});

export interface Played {
	readonly life: StreamLife;
	readonly x: StreamedX;
	/** What was written before counts. */
	readonly until: number;
}

export async function play(style: Style, seed: number): Promise<Played> {
	const chance = new Chance(seed);
	const posts = postsOf(style, chance);
	return await withStream(
		posts,
		style.rules ?? RULES,
		async ({ life, x, time }) => {
			const until = START + style.days * DAY;
			await life.start('activate');
			for (;;) {
				const next = time.now + MINUTE + chance.gap(style.faultEvery);
				if (next > until) break;
				await time.reach(next);
				await FAULTS[chance.one(style.faults)]({ life, x, time, chance });
			}
			await time.reach(until);
			await life.settle();
			for (const index of life.listeners.keys()) await life.unpublish(index);
			await time.reach(time.now + MINUTE);
			return { life, x, until };
		},
		style.settings,
	);
}
