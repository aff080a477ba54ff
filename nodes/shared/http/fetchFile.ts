/** Fetches files from X, or from another host that X names. */
import { classify, classifyException, toNodeApiError, type Failure } from '../errors';
import type { Api, ApiContext, ApiRequest } from './connection';
import { MOST_MEGABYTES, readBytes } from '../errors/readBody';

/** A file with the type and name from its answer. */
interface FetchedFile {
	readonly bytes: Buffer;
	readonly headers: Readonly<Record<string, unknown>>;
}

/** An answer of another host, which n8n decompresses. */
interface StreamedAnswer {
	readonly statusCode: number;
	readonly headers: Readonly<Record<string, unknown>>;
	readonly body: unknown;
}

/**
 * Fetches a file. A redirect to another host is followed without the credential, and only by http and https.
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
	const target = targetOf(headers.location ?? '', `${api.baseUrl}${request.path}`);
	if (!(target instanceof URL)) throw refused(target);
	if (target.origin !== new URL(api.baseUrl).origin) return await elsewhere(context, target, refused);
	const query = [...target.searchParams];
	const again = await api.send({ method: 'GET', path: target.pathname, query, answersFile: true });
	if (again.status < 300) return { bytes: again.body as Buffer, headers: again.headers };
	throw refused(classify({ status: again.status, headers: again.headers }));
}

/** The address that a redirect names. n8n's client would read a data: address as a file. */
function targetOf(location: string, base: string): URL | Failure {
	const target = URL.canParse(location, base) ? new URL(location, base) : undefined;
	if (target && /^https?:$/.test(target.protocol)) return target;
	return noFile(
		`X sent the file's address as one that cannot be fetched (${target?.protocol ?? 'no address'})`,
		'Only http and https are fetched. If a proxy stands between n8n and X, look there; otherwise try again later',
	);
}

async function elsewhere(
	context: ApiContext,
	target: URL,
	refused: (failure: Failure) => Error,
): Promise<FetchedFile> {
	const failed = (error: unknown): never => {
		throw refused(classifyException(error, [], { method: 'GET', path: target.pathname }));
	};
	const answer = (await context.helpers
		.httpRequest({
			url: target.href,
			encoding: 'stream',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
		})
		.catch(failed)) as StreamedAnswer;
	const bytes = await readBytes(answer.body, 'file').catch(failed);
	if (!bytes)
		throw refused(
			noFile(`The file is larger than ${MOST_MEGABYTES.file} MB`, 'Download it without n8n, or in parts'),
		);
	if (answer.statusCode < 300) return { bytes, headers: answer.headers };
	throw refused(
		classify({ status: answer.statusCode, headers: answer.headers, body: bytes.toString('utf8') }),
	);
}

const noFile = (message: string, description: string): Failure => ({
	kind: 'unknown',
	message,
	description,
	problems: [],
	notSent: false,
	mayBeDone: false,
});
