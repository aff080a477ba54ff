/** A file whose answer names another address: https://www.rfc-editor.org/rfc/rfc9110#section-15.4 */
import { Readable } from 'node:stream';
import type { IHttpRequestOptions } from 'n8n-workflow';
import { fetchFile } from '../../../nodes/shared/http/fetchFile';
import type { Api, ApiContext, ApiRequest, ApiResponse } from '../../../nodes/shared/http/connection';
import { NODE } from '../../support/node';

const FILE = Buffer.from('a file');
const REQUEST: ApiRequest = { method: 'GET', path: '/2/files/7' };
const FOUND: ApiResponse = { status: 200, headers: {}, body: FILE };
const at = (location: string): ApiResponse => ({ status: 302, headers: { location }, body: undefined });

/** X, and another host: what each is asked, and what it answers. */
function world(
	answers: ApiResponse[],
	{
		statusCode = 200,
		body = Readable.from([FILE]),
		baseUrl = 'https://api.x.com',
		then = [] as string[],
	} = {},
) {
	const asked: ApiRequest[] = [];
	const askedElsewhere: IHttpRequestOptions[] = [];
	const api = {
		baseUrl,
		send: async (one: ApiRequest) => {
			asked.push(one);
			return await Promise.resolve(answers[asked.length - 1]);
		},
	} as unknown as Api;
	const httpRequest = async (options: IHttpRequestOptions) => {
		askedElsewhere.push(options);
		const location = then[askedElsewhere.length - 1];
		if (location !== undefined) return { statusCode: 302, headers: { location }, body: Readable.from([]) };
		return await Promise.resolve({ statusCode, headers: {}, body });
	};
	const context = { getNode: () => NODE, helpers: { httpRequest } } as unknown as ApiContext;
	return { asked, askedElsewhere, file: fetchFile(context, api, REQUEST) };
}

it('is asked for with the credential where it is on the same host, by path and query', async () => {
	const { asked, askedElsewhere, file } = world([at('/2/files/7/content?part=1&signature=a%2Fb'), FOUND]);
	expect((await file).bytes).toEqual(FILE);
	expect(asked[1]).toMatchObject({
		method: 'GET',
		path: '/2/files/7/content',
		query: [
			['part', '1'],
			['signature', 'a/b'],
		],
	});
	expect(askedElsewhere).toEqual([]);
});

it('is asked for without the credential on another host, port or scheme', async () => {
	for (const location of ['https://files.example/7', 'https://api.x.com:8443/7', 'http://api.x.com/7']) {
		const { asked, askedElsewhere, file } = world([at(location)]);
		expect((await file).bytes).toEqual(FILE);
		expect(asked).toHaveLength(1);
		expect(askedElsewhere).toMatchObject([{ url: location }]);
		expect(askedElsewhere[0]).not.toHaveProperty('headers');
	}
});

it('is sent on by other hosts a few times', async () => {
	const then = ['https://b.example/7', '/8'];
	const { askedElsewhere, file } = world([at('https://a.example/7')], { then });
	expect((await file).bytes).toEqual(FILE);
	expect(askedElsewhere.map(({ url }) => url)).toEqual([
		'https://a.example/7',
		'https://b.example/7',
		'https://b.example/8',
	]);
	expect(askedElsewhere.every(({ disableFollowRedirect }) => disableFollowRedirect === true)).toBe(true);
	const endless = world([at('https://a.example/7')], { then: Array<string>(50).fill('/7') });
	await expect(endless.file).rejects.toMatchObject({ httpCode: '302' });
	expect(endless.askedElsewhere).toHaveLength(6);
});

const PRIVATE = [
	'127.0.0.1',
	'2130706433',
	'0x7f.1',
	'10.0.0.1',
	'172.16.0.1',
	'192.168.1.1',
	'169.254.169.254',
	'100.64.0.1',
	'0.0.0.0',
	'[::1]',
	'[fd00::1]',
	'[fe80::1]',
	'[::ffff:127.0.0.1]',
	'[64:ff9b::7f00:1]',
	'localhost',
	'a.localhost.',
];

it.each(PRIVATE)(
	'is not fetched from %s at any step, unless the credential leads to such an address',
	async (host) => {
		const location = `http://${host}:8080/7`;
		const message = `X sent the file's address as one that cannot be fetched (${new URL(location).hostname})`;
		const first = world([at(location)]);
		await expect(first.file).rejects.toMatchObject({ message });
		const second = world([at('https://a.example/7')], { then: ['https://b.example/7', location] });
		await expect(second.file).rejects.toMatchObject({ message });
		expect([first.askedElsewhere.length, second.askedElsewhere.length]).toEqual([0, 2]);
		const own = world([at(location)], { baseUrl: 'http://127.0.0.1:5679' });
		expect((await own.file).bytes).toEqual(FILE);
	},
);

it('is an error where it is sent on twice, or refused elsewhere', async () => {
	const twice = world([at('/2/files/7/content'), at('/2/files/7/again')]);
	await expect(twice.file).rejects.toMatchObject({ httpCode: '302' });
	expect(twice.asked).toHaveLength(2);
	const refused = world([at('https://files.example/7')], { statusCode: 403 });
	await expect(refused.file).rejects.toMatchObject({ httpCode: '403' });
});

it.each([
	['data:text/plain,hello', 'data:'],
	['ftp://files.example/7', 'ftp:'],
	['file:///etc/passwd', 'file:'],
	['javascript:alert(1)', 'javascript:'],
	['http://', 'no address'],
	['https://files.example:99999/', 'no address'],
])('is not asked for at %s', async (location, named) => {
	const { asked, askedElsewhere, file } = world([at(location)]);
	await expect(file).rejects.toMatchObject({
		message: `X sent the file's address as one that cannot be fetched (${named})`,
		description: expect.stringContaining('by http and https') as string,
	});
	expect([asked.length, askedElsewhere.length]).toEqual([1, 0]);
});

it('is read from another host only as far as the memory of n8n can take it', async () => {
	let sent = 0;
	const endless = function* () {
		for (;;) {
			sent++;
			yield Buffer.alloc(64 * 1024 * 1024);
		}
	};
	const body = Readable.from(endless(), { highWaterMark: 1 });
	const { file } = world([at('https://files.example/7')], { body });
	await expect(file).rejects.toMatchObject({ message: 'The file is larger than 512 MB' });
	expect(sent).toBeLessThan(12);
	expect(body.destroyed).toBe(true);
});
