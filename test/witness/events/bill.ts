/** What X charges, as its pricing page has it (https://docs.x.com/x-api/getting-started/pricing, 2026-11-21). */
import { DAY } from './time';

export type Kind = 'post' | 'user' | 'message';

const PRICES: Record<Kind, number> = { post: 0.005, user: 0.01, message: 0.01 };

/** What was read, charged once for each day (UTC), and as it would be if each read counted. */
export class Bill {
	reads = 0;
	private everyRead = 0;
	private readonly charged = new Map<string, number>();

	read(kind: Kind, id: string, moment: number): void {
		this.reads++;
		this.everyRead += PRICES[kind];
		this.charged.set(`${Math.floor(moment / DAY)} ${kind} ${id}`, PRICES[kind]);
	}

	/** In dollars, each object once a day. */
	get dollars(): number {
		return [...this.charged.values()].reduce((sum, price) => sum + price, 0);
	}

	/** In dollars, for each day (UTC). */
	get days(): number[] {
		const days = new Map<string, number>();
		for (const [key, price] of this.charged) {
			const [day = ''] = key.split(' ');
			days.set(day, (days.get(day) ?? 0) + price);
		}
		return [...days.values()];
	}

	/** Whether something was read on any day. */
	hasRead(id: string): boolean {
		return [...this.charged.keys()].some((key) => key.endsWith(` ${id}`));
	}

	/** In dollars, if X charged each read. */
	get atMost(): number {
		return this.everyRead;
	}
}
