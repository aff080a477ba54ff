import { randomUUID } from 'node:crypto';
import type { Workflow } from '../../../scripts/runtime/types';
import { useServed } from '../../support/ownHost';

interface Sink {
	/** How often a workflow ran for each event. */
	readonly runs: ReadonlyMap<string, number>;
	/** A node that reports the ID of an event to the sink. */
	node: (name: string) => Workflow['nodes'][number];
}

/** A server that counts the runs of a workflow for each event, for workflows whose executions n8n does not save. */
export function useSink(): Sink {
	const runs = new Map<string, number>();
	const url = useServed((request, response) => {
		const id = request.headers['x-event-id'];
		if (typeof id === 'string') runs.set(id, (runs.get(id) ?? 0) + 1);
		request.resume();
		response.end('{}');
	});
	return {
		runs,
		node: (name) => ({
			id: randomUUID(),
			name,
			type: 'n8n-nodes-base.httpRequest',
			typeVersion: 4.2,
			position: [220, 0],
			parameters: {
				url: `${url()}/`,
				sendHeaders: true,
				headerParameters: { parameters: [{ name: 'x-event-id', value: '={{ $json.eventId }}' }] },
				options: {},
			},
		}),
	};
}
