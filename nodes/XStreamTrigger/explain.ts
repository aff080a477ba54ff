/** This file explains failures of streams. */
import type { IDataObject } from 'n8n-workflow';
import type { Failure } from '../shared/errors';
import type { Api } from '../shared/http/connection';
import { isoTime } from '../shared/model/delivered';
import { firstText, object, objects } from '../shared/util/lenient';
import { ask } from '../shared/events/ask';

const NO_ACCESS =
	'The plan of the app does not include this stream. Pay-per-use plans have the filtered stream and the activity stream; the others need an Enterprise contract';

/** Explains a refusal of a stream or of its rules. */
export function explainRefusal(failure: Failure): Failure {
	const isOfX = failure.problems.some(({ reason }) => reason === 'official-client-forbidden');
	const isAccess = failure.kind === 'forbidden' && failure.code === 'client-forbidden' && !isOfX;
	return isAccess ? { ...failure, description: NO_ACCESS } : failure;
}

const ADVICE =
	'Most plans allow one connection of an app to a stream. Workflows of one n8n share it; another n8n or program with the same app cannot. End the other one, or give this n8n an app of its own. X Core Admin, resource Connection, shows and ends connections; one that was cut off counts for some minutes more';

/** Explains the failure of an app that has reached its limit of connections, with what X shows about them. */
export async function otherConnections(app: Api, endpoint: string | undefined, failure: Failure) {
	const others = await activeConnections(app, endpoint).catch(() => []);
	const known = others.length > 0 ? `. Connected: ${others.join(', ')}` : '';
	return {
		...failure,
		message: `This stream has as many connections of the app as it may have${known}`,
		description: ADVICE,
	};
}

/** Returns until when the app had a connection to a stream before the present one, if X knows of one. */
export async function lastConnected(app: Api, endpoint: string | undefined, before: number) {
	const ends = (await connections(app, endpoint, 'all'))
		.filter(({ connected_at }) => Date.parse(isoTime(connected_at) ?? '') < before)
		// X may still count a connection that is gone.
		.map(({ disconnected_at }) => Date.parse(isoTime(disconnected_at) ?? '') || before);
	return ends.length > 0 ? Math.max(...ends) : undefined;
}

async function activeConnections(app: Api, endpoint: string | undefined): Promise<string[]> {
	return (await connections(app, endpoint, 'active')).map(({ client_ip, connected_at }) => {
		const since = isoTime(connected_at);
		return `from ${firstText(client_ip) ?? 'an unknown address'}${since === undefined ? '' : ` since ${since}`}`;
	});
}

const PAGES = 10;

/** https://docs.x.com/x-api/connections/get-connection-history */
export async function connections(app: Api, endpoint: string | undefined, status: 'active' | 'all') {
	const fields = ['id', 'endpoint_name', 'connected_at', 'client_ip'];
	if (status === 'all') fields.push('disconnected_at');
	const query: [string, string][] = [
		['status', status],
		['max_results', '100'],
		['connection.fields', fields.join(',')],
	];
	if (endpoint !== undefined) query.push(['endpoints', endpoint]);
	const found: IDataObject[] = [];
	let next: string | undefined;
	// No page of the documentation says in which order they come.
	for (let page = 0; page < PAGES; page++) {
		const more: [string, string][] = next === undefined ? [] : [['pagination_token', next]];
		const body = await ask(app, { method: 'GET', path: '/2/connections', query: [...query, ...more] });
		found.push(...objects(body.data));
		next = firstText(object(body.meta).next_token);
		if (next === undefined) break;
	}
	return found;
}
