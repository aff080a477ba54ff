/** Any request to the credential's host, with the same authentication, limits, paging and errors as the operations. */
import { NodeOperationError, type INodeExecutionData } from 'n8n-workflow';
import {
	formChoice,
	formFlag,
	formNumber,
	formOnly,
	formText,
	json,
	optional,
	required,
	rows,
	text,
	when,
} from '../fields';
import type { ApiRequest } from '../http/connection';
import {
	any,
	broken,
	cursorWithoutSize,
	op,
	tokenWithoutSize,
	type Call,
	type Field,
	type Paging,
	resource,
	type ValuesOf,
} from '../operation/operation';
import { holdsAnswer } from '../engine/contract';
import { nextToken, pages, startingAt } from '../engine/paging';
import { counted } from '../report/wording';

const METHODS = { GET: 'GET', POST: 'POST', PUT: 'PUT', DELETE: 'DELETE' } as const;

const oneValue = text({ label: 'Value' });

/** A list from an expression is sent as the API writes lists. */
const parameterValue: Field<string> = {
	...oneValue,
	encode: (value, context) =>
		Array.isArray(value)
			? value.map((part) => oneValue.encode(part, context)).join(',')
			: oneValue.encode(value, context),
};

const queryParameters = rows(
	{ name: required(text({ placeholder: 'e.g. query' })), value: parameterValue },
	{ label: 'Query Parameters', placeholder: 'Add Parameter' },
);

const fieldsOf = (example: string) => ({
	method: formChoice(METHODS, { default: 'GET', description: 'The HTTP method' }),
	path: formText({
		placeholder: `e.g. ${example}`,
		description: "Path such as /2/…, or a full URL on the credential's host",
	}),
	query: formOnly(optional(queryParameters)),
	body: when(
		{ method: ['POST', 'PUT', 'DELETE'] },
		formOnly(optional(json({ label: 'JSON Body', description: 'The body of the request; {} sends none' }))),
	),
	paginate: when(
		{ method: ['GET'] },
		formFlag({
			label: 'Follow Pages',
			description:
				'Whether to get further pages as long as the response has a next_token or next_cursor. One item per page.',
		}),
	),
	maxPages: when(
		{ paginate: [true] },
		formNumber({ min: 1, default: 10, description: 'The most pages to get' }),
	),
});

type Form = ValuesOf<ReturnType<typeof fieldsOf>>;

/** The resource with its only operation. */
export const customApiCall = (example: string) =>
	resource({
		value: 'customApiCall',
		operations: {
			send: op({
				route: 'GET /',
				name: 'Send',
				action: 'Send a custom API call',
				description: 'Send a request that no other operation covers, to a path of the API',
				docs: 'https://docs.x.com/x-api/introduction',
				auth: any(),
				// The user chooses the method, so this may write things whose order matters.
				commutes: false,
				fields: fieldsOf(example),
				isBilled: example.startsWith('/2/'),
				result: { isList: false, items: (body) => [asJson(body)] },
				run,
				resumes: true,
			}),
		},
	});

async function run(call: Call<Form>): Promise<INodeExecutionData[]> {
	const request = requestOf(call);
	const { paginate, maxPages = 1 } = call.values;
	let next = call.options.resumeFrom;
	if (paginate !== true && next !== undefined)
		throw call.invalid([broken('resumeFrom', 'format', 'names a page, and {paginate} is off')]);
	if (paginate !== true) return call.items((await call.api.send(request)).body);
	const output: INodeExecutionData[] = [];
	const paging = pagingOf(request);
	const first = startingAt(request, paging, next);
	try {
		for await (const { body } of pages(call.api, first, paging, maxPages, () => 1)) {
			output.push(...call.items(body));
			next = nextToken(paging, body);
			if (next !== undefined) call.reached(next, output.length);
		}
	} catch (error) {
		call.endList(error, output, next);
	}
	if (next !== undefined)
		call.hint(
			`Max Pages is reached. The list stops after ${counted(output.length, 'page')}: to go on from there, set Options → Resume From to ${next}`,
		);
	return output;
}

/**
 * The advertising API and the older one (/12/accounts, /1.1/direct_messages) page by cursor. The rest (/2/users) pages
 * by token, and the search for users has another name for it. No request gets a page size that the user did not set.
 */
function pagingOf({ path }: ApiRequest): Paging {
	if (/^\/(?!2\/)[\d.]+\//.test(path)) return cursorWithoutSize;
	return tokenWithoutSize(path === '/2/users/search' ? 'next_token' : 'pagination_token');
}

function requestOf(call: Call<Form>): ApiRequest {
	const { api, values } = call;
	const { method, body, query = [] } = values;
	const base = new URL(`${api.baseUrl}/`);
	// A request has no fragment: a # is part of the value, as in a search for a hashtag.
	const written = values.path.trim().replaceAll('#', '%23');
	const url = /^(https?:|\/\/)/i.test(written) ? parse(call, written) : undefined;
	if (url && url.origin !== base.origin)
		throw refuse(call, `The path leads to ${url.host}, and the credential is for ${base.host}`);
	if (!url && !written.startsWith('/'))
		throw refuse(call, `The path must begin with a slash, and is "${written}"`);
	const target = url ?? parse(call, `${base.origin}${written}`);
	const [way = ''] = written.split('?');
	// A server on the way may decode a slash before it reads the segments, and an address drops control characters.
	const decoded = way.replace(/%(2e|2f|5c)/gi, (code) => decodeURIComponent(code));
	if ([...way].some((sign) => sign < ' ' || sign === '\u007f') || /%[01][0-9a-f]|%7f/i.test(way))
		throw refuse(call, `The path must have no control characters, and is ${JSON.stringify(written)}`);
	if (decoded.split(/[\\/]/).some((segment) => /^\.{1,2}$/.test(segment)))
		throw refuse(call, `The path must have no segment of dots, and is "${written}"`);
	// A full address repeats the path of the credential's address, if a gateway has one.
	const prefix = base.pathname.replace(/\/$/, '');
	const path = url?.pathname.startsWith(`${prefix}/`) ? url.pathname.slice(prefix.length) : target.pathname;
	return {
		method,
		path,
		query: [...target.searchParams.entries(), ...query.map(({ name, value = '' }) => [name, value] as const)],
		...(body && Object.keys(body).length > 0 && { body }),
		answersText: true,
		// It may be a route that no table knows, and one that answers with 204.
		confirms: (answer) => answer === undefined || holdsAnswer(answer),
	};
}

function parse(call: Call<Form>, address: string): URL {
	try {
		return new URL(address);
	} catch {
		throw refuse(call, `The path "${address}" is not part of a valid address`);
	}
}

const refuse = ({ context, itemIndex }: Pick<Call, 'context' | 'itemIndex'>, message: string) =>
	new NodeOperationError(context.getNode(), message, {
		itemIndex,
		description: 'Nothing was sent. The credential is never sent to another host.',
	});

function asJson(body: unknown): Record<string, unknown> {
	if (body === undefined) return { success: true };
	if (Array.isArray(body)) return { data: body };
	return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : { value: body };
}
