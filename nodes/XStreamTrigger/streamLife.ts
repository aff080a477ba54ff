/** The states that can follow each other. Flags beside each other would allow states that there are not. */
const NEXT = {
	/** Nothing was sent to X yet. */
	prepared: ['open', 'paused', 'handedOver', 'departed'],
	open: ['paused', 'refused', 'handedOver', 'departed'],
	/** The budget of the day is used up. */
	paused: ['open', 'handedOver', 'departed'],
	/** X has refused the stream for good, and n8n is about to close it. */
	refused: ['handedOver', 'departed'],
	handedOver: [],
	departed: [],
} as const;

type State = keyof typeof NEXT;

/** Keeps the state of a stream's life; docs/architecture.md has the drawing. */
export class StreamLife {
	private state: State = 'prepared';
	private readonly controller = new AbortController();

	readonly signal = this.controller.signal;

	is(state: State): boolean {
		return this.state === state;
	}

	get isOver(): boolean {
		return NEXT[this.state].length === 0;
	}

	/** True if the node wants events. What a search finds still counts after a refusal: it would be lost otherwise. */
	get takesEvents(): boolean {
		return this.is('open') || this.is('refused');
	}

	/** Goes on to a state, if it may follow, and returns whether it does. */
	enter(state: State): boolean {
		const next: readonly State[] = NEXT[this.state];
		if (!next.includes(state)) return false;
		this.state = state;
		if (this.isOver) this.controller.abort();
		return true;
	}
}
