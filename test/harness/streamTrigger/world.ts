import { setTimeout } from 'node:timers/promises';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { APP } from '../../simulator/identities';
import { streamSimulator, type StreamSimulator } from '../../simulator/streams';
import { host } from '../../support';
import type { CredentialOverrides } from '../../support/credentials';
import { openListening, type ExecutionTable, type ListeningHost } from '../../support/listening';
import { useSimulator, type Simulator } from '../../support/simulator';
import { turns } from '../../support/waits';

export interface World {
	sim: Simulator;
	streams: StreamSimulator;
	/** The executions of this n8n. */
	table: ExecutionTable;
	/** A workflow with the trigger; closed after the test. */
	open: (options?: OpenOptions) => Promise<ListeningHost>;
	/** The same, published, and connected. */
	openActive: (options?: OpenOptions) => Promise<ListeningHost>;
	/** Moves the time of the node and of X, in steps of some seconds while a stream is open. */
	advance: (seconds: number, longest?: number) => Promise<void>;
	/** Unpublishes a workflow, and lets the moment pass in which it could be published again. */
	unpublish: (trigger: ListeningHost) => Promise<void>;
	/** Lets all work in progress finish, as far as it can while the clock does not move. */
	settle: () => Promise<void>;
	/** Waits, in real time, for something that the network brings. */
	until: (test: () => boolean) => Promise<void>;
}

export interface OpenOptions {
	parameters?: IDataObject;
	credentials?: CredentialOverrides;
	workflowId?: string;
	runs?: boolean;
	staticData?: IDataObject;
	/** The executions of another n8n, or of one that keeps none. */
	table?: ExecutionTable;
}

export const rule = (...values: string[]) => ({
	events: 'filteredStream',
	rules: { rule: values.map((value) => ({ value, name: '' })) },
});

let workflows = 0;
let tests = 0;

/** Turns of the event loop in which a request comes to its end. */
const TURNS = 40;

/** Seconds between the signs of life of a stream. */
const KEEP_ALIVE = 20;

/** A fresh platform for each test; time does not move unless it is moved. */
export function useWorld(): () => World {
	const sim = useSimulator();
	let opened: ListeningHost[] = [];
	let held: ReturnType<ReturnType<typeof host>['holdTime']>;
	let table: ExecutionTable;
	const now = Date.now.bind(Date);
	const settle = async () => await turns(TURNS);
	beforeEach(() => {
		tests++;
		// X's clock does not move as well, but for what a test moves it.
		const moment = now();
		Date.now = () => moment;
		table = new (host().ExecutionTable)();
		held = host().holdTime(async (milliseconds) => {
			if (milliseconds > 0) sim().platform.clock.advance(milliseconds);
			await settle();
		});
	});
	afterEach(async () => {
		await Promise.all(opened.map(async (trigger) => await trigger.deactivate()));
		opened = [];
		// A node keeps its place for a moment, in case that the workflow is published again.
		await held.advance(31_000);
		held.release();
		Date.now = now;
	});
	return () => {
		const streams = streamSimulator(sim().platform);
		const until = async (test: () => boolean) => {
			for (let turn = 0; turn < 200_000; turn++) {
				if (test()) return;
				await setTimeout(1);
			}
			throw new Error(`This never became true: ${test.toString()}`);
		};
		const open = async ({ parameters = rule('n8n'), ...rest }: OpenOptions = {}) => {
			// What a process knows of an app outlives a test, so each has an app of its own.
			const bearerToken = `token of test ${tests}`;
			sim().platform.credentials.appTokens.set(bearerToken, APP.id);
			const trigger = await openListening({
				node: 'xStreamTrigger',
				sim: sim(),
				credentials: Object.fromEntries(
					['xAppApi', 'xUserOAuth2Api', 'xAccessTokenApi'].map((type) => [type, { bearerToken }]),
				),
				workflowId: `workflow${++workflows}`,
				table,
				parameters: parameters as INodeParameters,
				...rest,
			});
			opened.push(trigger);
			return trigger;
		};
		const unpublish = async (trigger: ListeningHost) => {
			await trigger.deactivate();
			await held.advance(31_000);
		};
		return {
			sim: sim(),
			unpublish,
			streams,
			table,
			settle,
			until,
			open,
			advance: async (seconds, longest = KEEP_ALIVE / 2) => {
				for (let left = seconds; left > 0;) {
					// While a stream is open, what it is heard of comes at its time.
					const step = streams.open.length > 0 ? Math.min(left, longest) : Math.min(left, 600);
					await held.advance(step * 1000);
					left -= step;
				}
			},
			openActive: async (options) => {
				const trigger = await open(options);
				await trigger.activate();
				await until(() => streams.open.length > 0);
				return trigger;
			},
		};
	};
}

/** The Posts that a workflow was started for, by their texts. */
export const texts = (trigger: ListeningHost): unknown[] =>
	trigger.emitted.map(({ payload }) => (payload as IDataObject).text);
