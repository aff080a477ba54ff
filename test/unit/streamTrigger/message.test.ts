import { endingOfRefusal, readMessage } from '../../../nodes/XStreamTrigger/stream/message';
import { classify } from '../../../nodes/shared/errors';

const read = (body: unknown) => readMessage(JSON.stringify(body));
const problem = (more: object) => ({
	title: 'operational-disconnect',
	detail: 'This stream has been disconnected for operational reasons.',
	type: 'https://api.twitter.com/2/problems/operational-disconnect',
	...more,
});

describe('a line of a stream', () => {
	it('is a sign of life when it is empty', () => {
		expect([readMessage(''), readMessage(' ')]).toEqual([{ kind: 'alive' }, { kind: 'alive' }]);
	});

	it('is an event when it has data, whatever errors stand beside it', () => {
		const body = { data: { id: '1' }, errors: [{ title: 'Not Found Error', detail: 'gone' }] };
		expect(read(body)).toEqual({ kind: 'event', body });
	});

	it('keeps 64-bit identifiers exact', () => {
		expect(readMessage('{"data":{"id":1790000000000000001}}')).toEqual({
			kind: 'event',
			body: { data: { id: '1790000000000000001' } },
		});
	});

	it.each([
		['in errors', { errors: [problem({ disconnect_type: 'OperationalDisconnect' })] }],
		['bare', problem({ disconnect_type: 'UpstreamOperationalDisconnect' })],
	])('ends the connection when it holds a problem %s', (_form, body) => {
		expect(read(body)).toMatchObject({ kind: 'end', ending: { kind: 'dropped' } });
	});

	it('tells that there are too many connections, which no reset of a limit changes', () => {
		const body = problem({
			title: 'ConnectionException',
			detail: 'This stream is currently at the maximum allowed connection limit.',
			connection_issue: 'TooManyConnections',
			type: 'https://api.x.com/2/problems/streaming-connection',
		});
		expect(read({ errors: [body] })).toMatchObject({ kind: 'end', ending: { kind: 'tooMany' } });
		const refused = classify({ status: 429, body, headers: { 'x-rate-limit-reset': '99999999999' } });
		expect(endingOfRefusal(refused)).toEqual({ kind: 'tooMany' });
	});

	it('waits before the next attempt where X fails inside', () => {
		const body = { errors: [problem({ disconnect_type: 'InternalError', type: 'about:blank', title: 'x' })] };
		expect(read(body)).toMatchObject({ kind: 'end', ending: { kind: 'http' } });
	});

	it('waits before the next attempt where a rule is not valid', () => {
		const body = { errors: [problem({ disconnect_type: 'InvalidRules' })] };
		expect(read(body)).toMatchObject({
			kind: 'end',
			ending: { kind: 'http' },
			failure: { message: expect.stringMatching(/^A rule of the stream is not valid/) as string },
		});
	});

	it('ends for good where no credit is left', () => {
		const body = {
			title: 'CreditsDepleted',
			detail: 'No credits',
			type: 'https://api.x.com/2/problems/credits',
		};
		expect(read(body)).toMatchObject({ kind: 'end', ending: undefined, failure: { kind: 'noCredit' } });
	});

	it('is skipped when it is no JSON', () => {
		expect([readMessage('<html>'), readMessage('[1]'), readMessage('7')]).toEqual(
			Array(3).fill({ kind: 'unreadable' }),
		);
	});
});

describe('a refusal of a stream', () => {
	it.each([
		[401, undefined],
		[402, undefined],
		[403, undefined],
		[400, undefined],
		[404, undefined],
		[409, { kind: 'http' }],
		[429, { kind: 'limited' }],
		[500, { kind: 'http' }],
		[503, { kind: 'http' }],
	])('with status %s is tried again only where that can help', (status, ending) => {
		expect(endingOfRefusal(classify({ status, body: {} }))).toEqual(ending);
	});

	it('of a stream that is being set up, or has no rules, is tried again without the wait of a limit', () => {
		for (const connection_issue of ['ProvisioningSubscription', 'RuleConfigurationIssue']) {
			const type = 'https://api.x.com/2/problems/streaming-connection';
			const body = { title: 'ConnectionException', detail: 'No.', type, connection_issue };
			const headers = { 'x-rate-limit-reset': '99999999999' };
			expect(endingOfRefusal(classify({ status: 429, body, headers }))).toEqual({ kind: 'http' });
		}
	});
});
