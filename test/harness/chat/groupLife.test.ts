/**
 * The life of a group in random steps, against a model that knows only who is in it and who got the newest key: no
 * removed member reads, and nothing is refused or doubted in ordinary life.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { range } from 'lodash';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { contents, newKey, readMessage, relayed, type SignedAction } from '../../simulator/chat/person';
import { keyVersionOf, changedVersionOf, type Conversation } from '../../simulator/chat/state';
import { byId, useChat } from '../../support/chat';
import { cases } from '../../support/cases';
import { randomFrom } from '../../support/random';

const { sim, chat, say, control, held, me } = useChat();

const STEPS = cases(20, 125, 1000);
const LIVES = cases(1, 2, 1);
const CLOCK = 600_000;
const PEOPLE = Array.from({ length: 7 }, (_, place) => `440000000000000000${place}`);

const pick = <T>(random: () => number, list: readonly T[]): T =>
	list[Math.floor(random() * list.length)] as T;

class GroupLife {
	/** Who is in the group, besides the account of the node. */
	readonly members = new Set(PEOPLE.slice(0, 3));
	/** Who got the newest key, and so reads what is written with it. */
	private holders = new Set(this.members);
	/** Who has new keys that the node may not know yet. */
	private readonly renewed = new Set<string>();
	/** The memory was lost, and no step has filled it since. */
	private isNew = true;
	private memory: IDataObject | undefined;
	private skew = 0;
	private written = 0;
	readonly counts: Record<string, number> = {};

	private constructor(
		private readonly id: string,
		private readonly random: () => number,
	) {}

	static async begin(random: () => number): Promise<GroupLife> {
		for (const person of PEOPLE) held().talker(person);
		const { id = '' } = await control('group', {
			by: me.id,
			members: [me.id, ...PEOPLE.slice(0, 3)],
		});
		return new GroupLife(id, random);
	}

	private get group(): Conversation {
		return held().conversations.get(this.id)!;
	}

	private count(what: string): void {
		this.counts[what] = (this.counts[what] ?? 0) + 1;
	}

	/** X's time, and the newest version that anyone could make then. */
	private version(ahead = 0): string {
		const now = Math.floor(sim().platform.clock.now()) + ahead;
		return String(Math.max(now, Number(this.group.keyVersion ?? 0) + 1));
	}

	/** Runs an operation of the node. Only new public keys may stop it, and it goes on once they are accepted. */
	private async run(name: string, parameters: INodeParameters) {
		const more = this.memory ? { staticData: this.memory } : {};
		let done = await chat(name, parameters, more);
		if (done.error?.message.includes('other public keys than before')) {
			this.count('alarms');
			const { description = '', message } = done.error;
			expect([...this.renewed].filter((id) => message.includes(id))).not.toEqual([]);
			const fingerprints = (description ?? '').match(/(?<= is now )[\w-]{43}/g) ?? [];
			done = await chat(
				name,
				{ ...parameters, options: { acceptedFingerprints: fingerprints.join(', ') } },
				more,
			);
			this.renewed.clear();
		}
		if (done.staticData) this.memory = done.staticData;
		return done;
	}

	/** Who can open a key of a version, by what the events hand over. */
	private readers(version: string): string[] {
		const changes = this.group.events.filter(({ bytes }) => changedVersionOf(bytes) === version);
		return PEOPLE.filter((id) =>
			changes.some(({ bytes }) =>
				held()
					.people.get(id)
					?.some((person) => person.keyIn(bytes)),
			),
		);
	}

	private newKeyFor(...without: readonly string[]): void {
		for (const id of without) this.members.delete(id);
		this.holders = new Set(this.members);
	}

	readonly steps: Readonly<Record<string, () => Promise<void>>> = {
		send: async () => {
			const run = await this.run('message.send', { id: byId(this.id), text: `Message ${++this.written}` });
			expect(run.error?.message).toBeUndefined();
			const version = keyVersionOf(this.group.events.at(-1)!.bytes) ?? '';
			expect(this.readers(version).filter((id) => !this.holders.has(id))).toEqual([]);
			expect([...this.members].filter((id) => !this.readers(version).includes(id))).toEqual([]);
		},
		say: async () => {
			const from = pick(this.random, [...this.members]);
			await say({ from, conversation: this.id, text: `Message ${++this.written}` });
		},
		read: async () => {
			const form = { id: byId(this.id), returnAll: false, limit: 20, options: { unverified: 'passOn' } };
			const { json, error } = await this.run('message.getEvents', form);
			expect(error?.message).toBeUndefined();
			const doubted = json.filter(
				({ kind, verified, sender_id: id }) =>
					kind === 'message' && verified !== true && (id === me.id || this.members.has(id as string)),
			);
			if (doubted.length > 0 && this.isNew) this.count('doubts directly after the memory was lost');
			else expect(doubted).toEqual([]);
		},
		rotate: async () => {
			const run = await this.run('conversation.rotateKeys', { id: byId(this.id) });
			expect(run.error?.message).toBeUndefined();
			this.newKeyFor();
		},
		'rotate by a phone': async () => {
			const by = held().talker(pick(this.random, [...this.members]));
			const key = newKey(this.version((this.random() * 2 - 1) * CLOCK).split('.')[0] ?? '');
			const people = [me.id, ...this.members].map((id) => held().talker(id));
			held().add(sim().platform, this.group, by.userId, by.keyChange(this.id, people, key));
			this.group.keyVersion = key.version;
			this.group.keys.set(key.version, key.key);
			this.newKeyFor();
			await Promise.resolve();
		},
		join: async () => {
			const [fresh] = PEOPLE.filter((id) => !this.members.has(id));
			if (fresh === undefined) return;
			const run = await this.run('group.addMembers', { group_id: byId(this.id), user_ids: fresh });
			expect(run.error?.message).toBeUndefined();
			this.members.add(fresh);
			this.newKeyFor();
		},
		'join by a phone': async () => {
			const [fresh] = PEOPLE.filter((id) => !this.members.has(id));
			if (fresh === undefined) return;
			await control('join', { conversation: this.id, user: fresh, by: pick(this.random, [...this.members]) });
			this.members.add(fresh);
			this.newKeyFor();
		},
		leave: async () => {
			if (this.members.size < 2) return;
			const id = pick(this.random, [...this.members]);
			this.members.delete(id);
			this.group.members.delete(id);
			// The newest key may be theirs: until there is another one, they read, and writing may stop.
			await (this.random() < 0.5 ? this.steps.rotate?.() : this.steps['rotate by a phone']?.());
		},
		remove: async () => {
			if (this.members.size < 2) return;
			const id = pick(this.random, [...this.members]);
			const run = await this.run('group.removeMembers', { group_id: byId(this.id), user_ids: id });
			expect(run.error?.message).toBeUndefined();
			this.members.delete(id);
			await this.steps.rotate?.();
			await this.steps.send?.();
		},
		reinstall: async () => {
			const user = pick(this.random, PEOPLE);
			const now = Math.floor(sim().platform.clock.now());
			await control('keys', {
				user,
				version: String(Math.max(now, Number(held().person(user)?.version) + 1)),
			});
			this.renewed.add(user);
		},
		'set a clock': async () => {
			const skew = Math.floor((this.random() * 2 - 1) * CLOCK);
			sim().platform.clock.advance(skew - this.skew);
			this.skew = skew;
			await Promise.resolve();
		},
		'lose the memory': async () => {
			this.memory = undefined;
			this.isNew = true;
			await Promise.resolve();
		},
		'plant a key': async () => {
			const [eve] = PEOPLE.filter((id) => !this.members.has(id) && !this.holders.has(id));
			if (eve === undefined) return;
			const person = held().talker(eve);
			// Newer than every other, or of the version that is in use.
			const isLater = this.random() < 0.5;
			const later = this.version(Math.floor(this.random() * CLOCK));
			const key = newKey(isLater ? later : (this.group.keyVersion ?? later));
			const people = [me.id, eve, ...this.members].map((id) => held().talker(id));
			const slip = (action: SignedAction) => {
				const [id, createdAt] = [sim().platform.newId(), sim().platform.clock.now()];
				const bytes = relayed(action, eve, this.id, id, createdAt);
				this.group.events.push({ id, messageId: action.messageId, senderId: eve, createdAt, bytes });
			};
			slip(person.keyChange(this.id, people, key));
			const planted = `Planted ${++this.written}`;
			slip(person.message(this.id, key, contents.text(planted)));
			const run = await this.run('message.send', { id: byId(this.id), text: 'Hello' });
			if (run.error) expect(run.error.message).toContain(`${eve}, who is not a member`);
			else {
				const { bytes } = this.group.events.at(-1)!;
				expect(() => readMessage(bytes, new Map([[key.version, key.key]]))).toThrow();
			}
			const isBelieved = async () => {
				const form = { id: byId(this.id), options: { unverified: 'passOn' } };
				const { json } = await this.run('message.getEvents', form);
				return json.some(({ text, verified }) => text === planted && verified === true);
			};
			expect(await isBelieved()).toBe(false);
			await this.steps.rotate?.();
			await this.steps.send?.();
			expect(await isBelieved()).toBe(false);
		},
	};

	async step(): Promise<void> {
		const names = Object.keys(this.steps);
		const often = ['send', 'send', 'send', 'say', 'say', 'say', 'read', 'read'];
		const name = pick(this.random, [...names, ...often]);
		this.count(name);
		await this.steps[name]?.();
		if (name !== 'lose the memory') this.isNew = false;
	}
}

it.each(range(1, LIVES + 1))(
	'in %#. life of the group, nobody reads who was removed, and no alarm is false',
	async (seed) => {
		const life = await GroupLife.begin(randomFrom(seed));
		for (let step = 0; step < STEPS; step++) {
			if (step % 50 === 0) sim().limits.reset();
			await life.step();
		}
		const { counts } = life;
		process.stdout.write(`A group's life of ${STEPS} steps: ${JSON.stringify(counts)}\n`);
		expect(counts.send ?? 0).toBeGreaterThan(0);
	},
);
