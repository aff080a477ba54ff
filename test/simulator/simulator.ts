import type { Fault } from './frame/faults';
import type { RateLimits } from './frame/limits';
import type { Logged } from './frame/serve';
import type { Platform } from './platform';

/** A running simulator, as tests and scripts see it. */
export interface Simulator {
	baseUrl: string;
	adsUrl: string;
	adsSandboxUrl: string;
	platform: Platform;
	/** Every request that came. */
	requests: Logged[];
	limits: RateLimits;
	/** Order a fault for the next requests. */
	fail(fault: Fault): void;
	/** Forget the faults that have not occurred yet. */
	repair(): void;
	/** Run an area's own control. */
	control(area: string, action: string, input?: Readonly<Record<string, unknown>>): Promise<unknown>;
	/** Back to the seeded state. */
	reset(): Promise<void>;
	/** Close all listeners and sockets. */
	close(): Promise<void>;
}
