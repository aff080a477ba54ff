/**
 * X Webhook Trigger against a model of X that was made from its page on replays: days on which n8n is off, cut off and
 * started again, X refuses replays, and clocks are wrong.
 * X_PACKAGE_ROOT names another build, such as that of an older version, to be played beside it.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { createHmac } from 'node:crypto';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { asText } from '../../../nodes/shared/util/text';
import { host } from '../../support';
import { cases } from '../../support/cases';
import type { OutsideAnswer, OutsideRequest } from '../../support/host/outside';
import type { TriggerHost } from '../../support/host/webhookTrigger';
import { Chance } from './chance';
import { credentialsOf, N8n, TRIGGER, nothingPlayed } from './n8n';
import { DAY, HOUR, MINUTE, SECOND, START, Time } from './time';

const ME = '2501000001';
const SECRET = 'secret of the app';
const PUBLIC = 'https://n8n.example.com';
const PARAMETERS = {
	authentication: 'app',
	eventTypes: ['post.create'],
	userIds: ME,
} satisfies INodeParameters;

/** Minutes between two events, and after which X repeats a delivery that was not taken. */
const EVERY = cases(30, 10);
const REPEATS = [1, 5];

const read = (twelve = '') => Date.parse(twelve.replace(/^(....)(..)(..)(..)(..)$/, '$1-$2-$3T$4:$5:00Z'));

/** An n8n with one workflow, and X's side of its webhook. */
class Life {
	readonly time = new Time(START);
	readonly made: number[] = [];
	readonly ran: string[] = [];
	/** What the log says of losses, and when. */
	readonly said: Array<{ readonly line: string; readonly at: number }> = [];
	/** By how much the dates of X's answers are ahead, as a gateway may have it. */
	gateway = 0;
	/** Whether nothing gets through between n8n and X. */
	isCut = false;
	replays: 'given' | 'HTTP 503' | 'only errors' = 'given';
	private readonly n8n = new N8n(this.time, async (request) => await Promise.resolve(this.answer(request)));
	private readonly log = host().services.recordLog(['warn']);
	private opened: TriggerHost | undefined;
	private stored: IDataObject = {};
	private readonly onX: Record<string, object[]> = { webhooks: [], activity: [] };
	private job: { readonly id: string; readonly due: number[]; isComplete: boolean } | undefined;
	private jobs = 0;
	private pending: Array<{ readonly event: number; readonly at: number }> = [];

	async start(activation: 'activate' | 'init' = 'init'): Promise<void> {
		this.n8n.start();
		const json = this.n8n.workflow('xWebhookTrigger', PARAMETERS, 'workflow', this.stored);
		const { registry } = this.n8n;
		const opened = await host().TriggerHost.open(registry, json, TRIGGER, credentialsOf(ME), PUBLIC);
		this.opened = opened;
		let isActive = false;
		// n8n tries again where a start fails.
		for (let tries = 0; !isActive && tries < 600; tries++) {
			const activated = opened.activate(false, activation).then(
				() => void (isActive = true),
				() => undefined,
			);
			await this.time.until(activated, this.time.now + 10 * MINUTE);
			if (!isActive) await this.pass(1);
		}
	}

	async kill(): Promise<void> {
		const { opened } = this;
		this.opened = undefined;
		this.n8n.kill();
		if (opened === undefined) return;
		this.stored = structuredClone(opened.storedStaticData);
		for (const { nodes } of opened.executions)
			for (const { json } of nodes[TRIGGER]?.[0]?.data?.main?.[0] ?? []) this.ran.push(asText(json.eventId));
		await opened.close();
	}

	async end(): Promise<void> {
		await this.kill();
		this.listen();
		this.log.stop();
		this.n8n.close();
		this.time.end();
	}

	/** Lets minutes pass, with an event in some of them. Without events, a quarter of an hour is a step. */
	async pass(minutes: number, hasEvents = true): Promise<void> {
		const step = hasEvents ? 1 : 15;
		for (let left = minutes; left > 0; left -= step) {
			await this.time.reach(this.time.now + step * MINUTE);
			const { now } = this.time;
			this.listen();
			if (this.job) await this.deliverAgain(this.job);
			const due = this.pending.filter(({ at }) => at <= now);
			this.pending = this.pending.filter(({ at }) => at > now);
			for (const { event } of due) await this.deliver(event);
			if (!hasEvents || Math.round((now - START) / MINUTE) % EVERY !== 0) continue;
			this.made.push(now);
			if (await this.deliver(now)) continue;
			for (const minute of REPEATS) this.pending.push({ event: now, at: now + minute * MINUTE });
		}
	}

	private listen(): void {
		for (const line of this.log.lines.splice(0))
			if (/is lost|could not be replayed/.test(line)) this.said.push({ line, at: this.time.now });
	}

	/** A hundred events a minute, each once; those that n8n does not take are gone. */
	private async deliverAgain(job: NonNullable<Life['job']>): Promise<void> {
		for (const event of job.due.splice(0, 100))
			job.isComplete = (await this.deliver(event)) && job.isComplete;
		if (job.due.length > 0) return;
		this.job = undefined;
		const job_state = job.isComplete ? 'Complete' : 'Incomplete';
		await this.post({ replay_job_status: { webhook_id: '7', job_state, job_id: job.id } });
	}

	private async deliver(at: number): Promise<boolean> {
		const created_at = new Date(at).toISOString();
		const payload = { id: String(at), text: 'An event', author_id: ME, created_at };
		const filter = { user_id: ME };
		return await this.post({
			data: { event_uuid: String(at), filter, event_type: 'post.create', payload },
		});
	}

	private async post(body: object): Promise<boolean> {
		const { opened } = this;
		if (opened === undefined || this.isCut) return false;
		const bytes = JSON.stringify(body);
		const signature = `sha256=${createHmac('sha256', SECRET).update(bytes).digest('base64')}`;
		const headers = { 'content-type': 'application/json', 'x-twitter-webhooks-signature': signature };
		const before = opened.executions.length;
		const answer = await fetch(opened.url(), { method: 'POST', body: bytes, headers });
		if ((await answer.text()).includes('was started')) await opened.executed(before + 1);
		return answer.ok;
	}

	private answer({ method, url, body }: OutsideRequest): OutsideAnswer | 'ECONNRESET' {
		if (this.isCut) return 'ECONNRESET';
		const { pathname } = new URL(url);
		const { now } = this.time;
		const give = (data: unknown, status = 200) => ({
			status,
			headers: { date: new Date(now + this.gateway).toUTCString(), 'content-type': 'application/json' },
			body: JSON.stringify(data),
		});
		if (pathname === '/2/webhooks/replay') return give(...this.replay(body));
		const all = this.onX[pathname.split('/')[2] ?? ''] ?? [];
		if (method === 'GET') return give({ data: all, meta: { result_count: all.length } });
		if (method === 'DELETE') all.length = 0;
		const made = { id: '7', subscription_id: '8', valid: true, created_at: new Date(now).toISOString() };
		if (method === 'POST') all.push({ ...(JSON.parse(body) as object), ...made });
		return give({ data: all[0] ?? { deleted: true } });
	}

	private replay(body: string): [data: unknown, status?: number] {
		const { from_date, to_date } = JSON.parse(body) as Record<string, string>;
		const [from, to, { now }] = [read(from_date), read(to_date), this.time];
		if (this.replays === 'HTTP 503') return [{ title: 'Service Unavailable' }, 503];
		if (this.replays === 'only errors') return [{ errors: [{ title: 'Over capacity' }] }];
		if (this.job) return [{ title: 'Conflict' }, 409];
		if (from < now - DAY || from > now - 31 * MINUTE || to > now - 10 * MINUTE || from >= to)
			return [{ errors: [{ message: 'The period is not valid' }] }, 400];
		const due = this.made.filter((event) => from <= event && event < to);
		this.job = { id: `job ${++this.jobs}`, due, isComplete: true };
		return [{ data: { job_id: this.job.id } }];
	}
}

/** By how much n8n's clock is wrong. */
const OFF = [0, 10 * MINUTE, -HOUR, 5 * HOUR, -DAY, 25 * HOUR, -3 * DAY, 3 * DAY, -25 * SECOND];

const restart = async (life: Life, minutes: number) => {
	await life.kill();
	await life.pass(minutes);
	await life.start();
};

const FAULTS = {
	restart: async (life: Life, chance: Chance) => await restart(life, chance.whole(0, 3)),
	off: async (life: Life, chance: Chance) => await restart(life, chance.whole(10, 600)),
	twice: async (life: Life, chance: Chance) => {
		await restart(life, chance.whole(10, 120));
		await life.pass(chance.whole(0, 25));
		await restart(life, chance.whole(0, 60));
	},
	refused: async (life: Life, chance: Chance) => {
		life.replays = chance.one(['HTTP 503', 'only errors'] as const);
		await restart(life, chance.whole(10, 300));
		await life.pass(chance.whole(20, 180));
		life.replays = 'given';
	},
	cut: async (life: Life, chance: Chance) => {
		life.isCut = true;
		await life.pass(Math.ceil(chance.one([5, 20, 60, 600]) * chance.next()));
		life.isCut = false;
	},
	clock: ({ time }: Life, chance: Chance) => void (time.ahead = chance.one(OFF)),
	gateway: (life: Life, chance: Chance) => void (life.gateway = chance.one(OFF)),
	days: async (life: Life, chance: Chance) => await restart(life, chance.whole(26 * 60, cases(30, 60) * 60)),
};

const STYLES: Readonly<Record<string, ReadonlyArray<keyof typeof FAULTS>>> = {
	'an n8n that is off': ['restart', 'off', 'twice'],
	'replays that X refuses': ['refused', 'off'],
	'a network that is cut': ['cut'],
	'all of it, and clocks': ['restart', 'off', 'twice', 'refused', 'cut', 'clock'],
	'dates of a gateway': ['gateway', 'off', 'twice'],
	'an n8n that is off for days': ['days'],
};

/** The time that a line of the log reports as lost, to the minute. */
const spanIn = (line: string) => {
	const moments = [...line.matchAll(/(\d{4}-\d\d-\d\d) (\d\d:\d\d)/g)];
	const [from = 0, to = 0] = moments.map(([, day, time]) => Date.parse(`${day}T${time}:00Z`));
	return { from, to: to + MINUTE };
};

const DAYS = cases(0.5, 3, 10);
const PLAYED = nothingPlayed();

it.each(Object.entries(STYLES))('%s', async (_name, faults) => {
	const [life, chance] = [new Life(), new Chance(2)];
	try {
		await life.start('activate');
		for (let left = DAYS * 4; left > 0; left--) {
			await life.pass(chance.whole(60, 300));
			await FAULTS[chance.one(faults)](life, chance);
		}
		await life.pass(30 * 60, false);
	} finally {
		await life.end();
	}
	const { made, ran, said } = life;
	const times = (event: number) => ran.filter((each) => each === String(event)).length;
	const lost = made.filter((event) => times(event) === 0);
	const doubled = made.filter((event) => times(event) > 1);
	PLAYED.days += (life.time.now - START) / DAY;
	PLAYED.runs += ran.length;
	PLAYED.lost += lost.length;
	const spans = said.map(({ line, at }) => ({ ...spanIn(line), at }));
	const unsaid = lost.filter((event) => !spans.some(({ from, to }) => from <= event && event <= to));
	PLAYED.unsaid += unsaid.length;
	PLAYED.doubled += doubled.length;
	PLAYED.alarms += lost.length === 0 ? said.length : 0;
	expect(made.length).toBeGreaterThan(10);
	if (!faults.includes('days')) {
		expect({ lost, doubled, said }).toEqual({ lost: [], doubled: [], said: [] });
		return;
	}
	expect(lost.length).toBeGreaterThan(0);
	expect({ doubled, unsaid }).toEqual({ doubled: [], unsaid: [] });
	// X gives what is a day old, and clocks are right here.
	expect(spans.filter(({ to, at }) => to > at - 23 * HOUR)).toEqual([]);
});

afterAll(() => process.stdout.write(`X Webhook Trigger, ${JSON.stringify(PLAYED)}\n`));
