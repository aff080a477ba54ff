/**
 * What becomes of an answer, for every operation whose request the engine sends itself and for every shape that an
 * answer may have: nothing that X sent is lost, no write passes as done that X did not confirm, and no message of the
 * language reaches a user. `CONTRACT_TABLE=1` prints the table.
 */
import type { IExecuteFunctions, INode } from 'n8n-workflow';
import { findOperation, sampleOf } from '../../facts';
import { sendAndOutput, type ItemState } from '../../../nodes/shared/engine/answer';
import { holdsAnswer, UNKNOWN_FORM } from '../../../nodes/shared/engine/contract';
import { Hints } from '../../../nodes/shared/engine/hints';
import { UnfoundFields } from '../../../nodes/shared/engine/unfoundFields';
import { Progress } from '../../../nodes/shared/engine/progress';
import type { Api, ApiRequest } from '../../../nodes/shared/http/connection';
import { splitRoute } from '../../../nodes/shared/engine/request';
import type { Operation } from '../../../nodes/shared/operation/operation';
import { isObject } from '../../../nodes/shared/util/lenient';
import { records } from '../tree/support/records';

const node: INode = { id: '1', name: 'X', type: 'x', typeVersion: 1, position: [0, 0], parameters: {} };

/** Every list of an answer with a null in front. */
const withNulls = (value: unknown): unknown => {
	if (Array.isArray(value)) return [null, ...value.map(withNulls)];
	if (!isObject(value)) return value;
	return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withNulls(inner)]));
};

const inList = (value: unknown): unknown => (Array.isArray(value) ? value[0] : [value]);

const SHAPES: Readonly<Record<string, (sample: Record<string, unknown>) => unknown>> = {
	documented: (sample) => sample,
	missing: () => ({}),
	null: (sample) => ({ ...sample, data: null }),
	'empty object': () => ({ data: {} }),
	'empty list': () => ({ data: [] }),
	'nulls in lists': withNulls,
	'nulls in includes': (sample) => ({
		...sample,
		includes: { users: [null, { id: '5', username: 'u' }], tweets: [null], media: 'none' },
	}),
	unknown: () => ({ data: { never_seen: 'kept' } }),
	'unknown name': () => ({ never_seen: [{ id: 'kept' }] }),
	'list for object': ({ data, ...rest }) => ({ ...rest, data: inList(data) }),
	text: () => ({ data: 'kept' }),
};

interface Outcome {
	readonly items: readonly Record<string, unknown>[];
	readonly error: string | undefined;
	readonly hints: readonly string[];
}

async function outcomeOf({ operation, path }: Case, body: unknown): Promise<Outcome> {
	const hints = new Hints();
	const { method, path: template } = splitRoute(operation.route);
	const request: ApiRequest = { method, path, template };
	const api: Api = {
		kind: 'oAuth2',
		baseUrl: 'https://api.x.com',
		send: async () => await Promise.resolve({ status: 200, headers: {}, body }),
	};
	const state: ItemState = {
		context: { getNode: () => node, continueOnFail: () => false } as IExecuteFunctions,
		itemIndex: 0,
		api,
		values: {},
		options: {
			returnAll: false,
			limit: 50,
			output: 'simplified',
			outputFields: [],
			maxWait: undefined,
			failOnPartialErrors: false,
			parallelRequests: 1,
			maxCost: Infinity,
			endsQuietly: false,
			assumedPrice: undefined,
			file: undefined,
			resumeFrom: undefined,
		},
		item: (json) => ({ json: json as never }),
		operation,
		choice: { mode: 'simplified', fields: [] },
		progress: new Progress([0]),
		unfound: new UnfoundFields(),
		hints,
		read: async (answer) => await Promise.resolve(answer),
	};
	try {
		const items = await sendAndOutput(state, request);
		return { items: items.map(({ json }) => json), error: undefined, hints: hints.of(0) };
	} catch (error) {
		return { items: [], error: (error as Error).message, hints: hints.of(0) };
	}
}

const UNSAID = 'X did not say whether it was done';

interface Case {
	label: string;
	operation: Operation;
	sample: Record<string, unknown>;
	/** The path of the documented request. */
	path: string;
}

const cases: Case[] = records()
	.filter(({ operation }) => !operation.runAll)
	.map(({ label, operation }) => {
		const documented = findOperation(operation.route);
		const { answer: sample, request = '' } = documented ? sampleOf(documented) : {};
		const address = /https?:\S+/.exec(request)?.[0];
		return {
			label,
			operation,
			path: address ? new URL(address).pathname : splitRoute(operation.route).path,
			sample: isObject(sample) ? { ...sample, next_cursor: null } : { data: { id: '1', deleted: true } },
		};
	});

const table = new Map<string, Record<string, string>>();

const inWord = ({ error, items, hints }: Outcome) => {
	if (error !== undefined) return error === UNSAID ? 'unsaid' : 'error';
	return hints.includes(UNKNOWN_FORM) ? 'as it is' : `${items.length}`;
};

/** What is wrong with an outcome. */
function fault({ operation }: Case, body: unknown, outcome: Outcome): string | undefined {
	const { error, items } = outcome;
	if (error !== undefined && error !== UNSAID) return `error: ${error}`;
	const isWrite = !operation.route.startsWith('GET ');
	if (error === UNSAID) return isWrite ? undefined : 'a read that was to be done';
	if (isWrite && !holdsAnswer(body)) return 'a write passes as done';
	if (items.length === 0 && holdsAnswer(body)) return 'what X sent is lost';
	const text = JSON.stringify(body);
	return text.includes('kept') && !JSON.stringify(items).includes('kept')
		? 'what X sent is not in the output'
		: undefined;
}

it.each(Object.entries(SHAPES))('an answer that is %s', async (shape, make) => {
	expect(cases.length).toBeGreaterThan(400);
	const wrong: string[] = [];
	for (const each of cases) {
		const body = make(each.sample);
		const outcome = await outcomeOf(each, body);
		table.set(each.label, { ...table.get(each.label), [shape]: inWord(outcome) });
		const found = fault(each, body, outcome);
		if (found !== undefined) wrong.push(`${each.label}: ${found}`);
	}
	expect(wrong).toEqual([]);
});

afterAll(() => {
	if (process.env.CONTRACT_TABLE === undefined) return;
	const names = Object.keys(SHAPES);
	const rows = [...table].map(([label, row]) => [label, ...names.map((name) => row[name] ?? '')].join('\t'));
	process.stdout.write(`${[['operation', ...names].join('\t'), ...rows].join('\n')}\n`);
});
