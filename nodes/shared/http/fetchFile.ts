/** Files from X, or from another host that X names. */
import { classify, classifyException, toNodeApiError, type Failure } from '../errors';
import type { Api, ApiContext, ApiRequest } from './connection';

/** A file with the type and name from its answer. */
interface FetchedFile {
	readonly bytes: Buffer;
	readonly headers: Readonly<Record<string, unknown>>;
}

/**
 * Fetches a file. A redirect to another host is followed without the credential.
 *
 * @param request What to ask for.
 * @param itemIndex The item that needs it.
 * @throws NodeApiError if there is no file.
 */
export async function fetchFile(
	context: ApiContext,
	api: Api,
	request: ApiRequest,
	itemIndex?: number,
): Promise<FetchedFile> {
	const { status, headers, body } = await api.send({ ...request, answersFile: true });
	if (status < 300) return { bytes: body as Buffer, headers };
	const refused = (failure: Failure) => toNodeApiError(context.getNode(), failure, itemIndex);
	const target = new URL(headers.location ?? '', `${api.baseUrl}${request.path}`);
	if (target.origin !== new URL(api.baseUrl).origin) return await elsewhere(context, target, refused);
	const query = [...target.searchParams];
	const again = await api.send({ method: 'GET', path: target.pathname, query, answersFile: true });
	if (again.status < 300) return { bytes: again.body as Buffer, headers: again.headers };
	throw refused(classify({ status: again.status, headers: again.headers }));
}

async function elsewhere(
	context: ApiContext,
	target: URL,
	refused: (failure: Failure) => Error,
): Promise<FetchedFile> {
	const answer = (await context.helpers
		.httpRequest({
			url: target.href,
			encoding: 'arraybuffer',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
		})
		.catch((error: unknown) => {
			throw refused(classifyException(error, [], { method: 'GET', path: target.pathname }));
		})) as { statusCode: number; headers: Record<string, unknown>; body: ArrayBuffer | Buffer };
	const bytes = Buffer.from(answer.body as Buffer);
	if (answer.statusCode < 300) return { bytes, headers: answer.headers };
	throw refused(
		classify({ status: answer.statusCode, headers: answer.headers, body: bytes.toString('utf8') }),
	);
}
