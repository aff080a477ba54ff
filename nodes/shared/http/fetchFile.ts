/** Fetches files from X, or from another host that X names. */
import { classify, classifyException, toNodeApiError, type Failure } from '../errors';
import type { Api, ApiContext, ApiRequest } from './connection';
import { isStream, MOST_MEGABYTES, readBytes } from '../errors/readBody';
import { isPrivateAddress } from '../model/webhookUrl';
import { asText } from '../util/text';

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

/** The most hosts that a file is sent on to. */
const MOST_REDIRECTS = 5;

/**
 * Fetches a file. A redirect to another host is followed without the credential, only by http and https, and only to
 * addresses of the internet, unless the credential itself leads to another one.
 *
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
	const { origin, hostname } = new URL(api.baseUrl);
	const next = (location: unknown, base: string): URL => {
		const target = targetOf(asText(location), base, isPrivateAddress(hostname));
		if (target instanceof URL) return target;
		throw refused(target);
	};
	let target = next(headers.location, `${api.baseUrl}${request.path}`);
	if (target.origin === origin) {
		const query = [...target.searchParams];
		const again = await api.send({ method: 'GET', path: target.pathname, query, answersFile: true });
		if (again.status < 300) return { bytes: again.body as Buffer, headers: again.headers };
		throw refused(classify({ status: again.status, headers: again.headers }));
	}
	for (let step = 0; ; step++) {
		const answer = await elsewhere(context, target, refused);
		const { location } = answer.headers;
		if (
			answer.statusCode < 300 ||
			answer.statusCode >= 400 ||
			location === undefined ||
			step === MOST_REDIRECTS
		)
			return await fileIn(answer, target, refused);
		if (isStream(answer.body)) answer.body.destroy();
		target = next(location, target.href);
	}
}

/** The address that a redirect names. n8n's client would read a data: address as a file. */
function targetOf(location: string, base: string, mayBePrivate: boolean): URL | Failure {
	const target = URL.canParse(location, base) ? new URL(location, base) : undefined;
	const isWeb = target !== undefined && /^https?:$/.test(target.protocol);
	if (isWeb && (mayBePrivate || !isPrivateAddress(target.hostname))) return target;
	return noFile(
		`X sent the file's address as one that cannot be fetched (${(isWeb ? target.hostname : target?.protocol) ?? 'no address'})`,
		'Only addresses of the internet are fetched, by http and https. If a proxy stands between n8n and X, look there; otherwise try again later',
	);
}

async function elsewhere(
	context: ApiContext,
	target: URL,
	refused: (failure: Failure) => Error,
): Promise<StreamedAnswer> {
	return (await context.helpers
		.httpRequest({
			url: target.href,
			encoding: 'stream',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
		})
		.catch((error: unknown) => {
			throw refused(classifyException(error, [], { method: 'GET', path: target.pathname }));
		})) as StreamedAnswer;
}

async function fileIn(
	{ statusCode: status, headers, body }: StreamedAnswer,
	target: URL,
	refused: (failure: Failure) => Error,
): Promise<FetchedFile> {
	const bytes = await readBytes(body, 'file').catch((error: unknown) => {
		throw refused(classifyException(error, [], { method: 'GET', path: target.pathname }));
	});
	if (!bytes)
		throw refused(
			noFile(`The file is larger than ${MOST_MEGABYTES.file} MB`, 'Download it without n8n, or in parts'),
		);
	if (status < 300) return { bytes, headers };
	throw refused(classify({ status, headers, body: bytes.toString('utf8') }));
}

const noFile = (message: string, description: string): Failure => ({
	kind: 'unknown',
	message,
	description,
	problems: [],
	notSent: false,
	unsure: false,
});
