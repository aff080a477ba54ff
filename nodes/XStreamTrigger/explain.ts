/** Explains failures of streams. */
import type { Failure } from '../shared/errors';
import type { Api } from '../shared/http/connection';
import { isoTime } from '../shared/model/delivered';
import { firstText, objects } from '../shared/util/lenient';
import { ask } from '../shared/events/ask';

const NO_ACCESS =
	'The plan of the app does not include this stream. Pay-per-use plans have the filtered stream and the activity stream; the others need an Enterprise contract';

/**
 * Explains a refusal of a stream or of its rules.
 *
 * @param failure The refusal.
 */
export function explainRefusal(failure: Failure): Failure {
	const isAccess = failure.kind === 'forbidden' && failure.code === 'client-forbidden';
	return isAccess ? { ...failure, description: NO_ACCESS } : failure;
}

const ADVICE =
	'Most plans allow one connection of an app to a stream. Workflows of one n8n share it; another n8n or program with the same app cannot. End the other one, or give this n8n an app of its own. X Core Admin, resource Connection, shows and ends connections; one that was cut off counts for some minutes more';

/**
 * The failure of an app that has reached its limit of connections, with what X shows about them.
 *
 * @param endpoint X's name of the stream.
 */
export async function otherConnections(
	app: Api,
	endpoint: string | undefined,
	failure: Failure,
): Promise<Failure> {
	const others = await activeConnections(app, endpoint).catch(() => []);
	const known = others.length > 0 ? `. Connected: ${others.join(', ')}` : '';
	return {
		...failure,
		message: `This stream has as many connections of the app as it may have${known}`,
		description: ADVICE,
	};
}

/** https://docs.x.com/x-api/connections/get-connection-history */
async function activeConnections(app: Api, endpoint: string | undefined): Promise<string[]> {
	const query: [string, string][] = [
		['status', 'active'],
		['connection.fields', 'id,endpoint_name,connected_at,client_ip'],
	];
	if (endpoint !== undefined) query.push(['endpoints', endpoint]);
	const { data } = await ask(app, { method: 'GET', path: '/2/connections', query });
	return objects(data).map(({ client_ip, connected_at }) => {
		const since = isoTime(connected_at);
		return `from ${firstText(client_ip) ?? 'an unknown address'}${since === undefined ? '' : ` since ${since}`}`;
	});
}
