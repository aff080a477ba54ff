/**
 * The connections of an app, as X lists them: https://docs.x.com/x-api/connections/get-connection-history (read on
 * 2026-11-22). No page says in which order, so the oldest come first, which is the least convenient.
 */
export class Connections {
	private readonly all: Array<{ readonly id: number; readonly from: number; to?: number }> = [];

	begin(now: number): void {
		this.all.push({ id: this.all.length + 1, from: now });
	}

	/** The last one ends; what has ended stays so. */
	end(now: number): void {
		const last = this.all.at(-1);
		if (last) last.to ??= now;
	}

	/** The answer to a request, with as many as it asks for. */
	list(asked: URLSearchParams, now: number): object {
		const status = asked.get('status') ?? 'active';
		const isAsked = (to: number | undefined) =>
			status === 'all' || (status === 'active') === (to === undefined || to > now);
		const found = this.all.filter(({ to }) => isAsked(to));
		const from = Number(asked.get('pagination_token') ?? 0);
		const size = Number(asked.get('max_results') ?? 10);
		const page = found.slice(from, from + size).map((each) => shown(each, now));
		const next = from + size < found.length ? { next_token: String(from + size) } : {};
		return { ...(page.length > 0 ? { data: page } : {}), meta: { result_count: page.length, ...next } };
	}
}

const shown = ({ id, from, to }: { id: number; from: number; to?: number }, now: number) => ({
	id: `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`,
	endpoint_name: 'filtered_stream',
	connected_at: new Date(from).toISOString(),
	...(to !== undefined && to <= now ? { disconnected_at: new Date(to).toISOString() } : {}),
});
