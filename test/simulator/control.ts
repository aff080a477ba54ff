/** The control endpoints, for processes that cannot call the simulator's functions. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { allScopes } from './auth/credentials';
import { readBody } from './frame/body';
import { me } from './identities';
import type { Simulator } from './simulator';

const record = z.record(z.unknown());
const tokenInput = z.object({ token: z.string() });
const clockInput = z.object({ advanceMs: z.number() });
const grantInput = z.object({
	userId: z.string().default(me.id),
	scopes: z.array(z.string()).default([...allScopes]),
	seconds: z.number().default(7200),
});
const limitInput = z.object({ category: z.string(), limit: z.number() });
const remainingInput = z.object({
	route: z.string(),
	remaining: z.number(),
	resetIn: z.number().default(900),
});
const faultInput = z
	.object({
		kind: z.enum([
			'status',
			'rateLimited',
			'unavailable',
			'unauthorized',
			'reset',
			'slow',
			'truncated',
			'brokenJson',
			'html',
			'empty',
			'partial',
		]),
	})
	.passthrough();

const actions: Readonly<Record<string, (sim: Simulator, input: Record<string, unknown>) => unknown>> = {
	fail: (sim, input) => sim.fail(faultInput.parse(input)),
	reset: async (sim) => await sim.reset(),
	clock: (sim, input) => {
		sim.platform.clock.advance(clockInput.parse(input).advanceMs);
		return { now: sim.platform.clock.iso() };
	},
	revoke: (sim, input) => ({ revoked: sim.platform.credentials.revoke(tokenInput.parse(input).token) }),
	expire: (sim, input) => ({ expired: sim.platform.credentials.expire(tokenInput.parse(input).token) }),
	grant: (sim, input) => {
		const { userId, scopes, seconds } = grantInput.parse(input);
		return sim.platform.credentials.grant(userId, scopes, seconds);
	},
	remaining: (sim, input) => {
		const { route, remaining, resetIn } = remainingInput.parse(input);
		sim.limits.setRemaining(route, remaining, resetIn);
	},
	limit: (sim, input) => {
		const { category, limit } = limitInput.parse(input);
		sim.limits.resize(category, limit);
	},
	'pages/expire': (sim) => sim.platform.pages.expireAll(),
	requests: (sim) => sim.requests,
	info: (sim) => ({
		baseUrl: sim.baseUrl,
		adsUrl: sim.adsUrl,
		adsSandboxUrl: sim.adsSandboxUrl,
		now: sim.platform.clock.iso(),
	}),
};

/** Answer a request to `/__control/…`: 200 with JSON, or 400 with the reason. */
export async function runControl(
	sim: Simulator,
	request: IncomingMessage,
	response: ServerResponse,
): Promise<void> {
	const name = (request.url ?? '').replace(/^\/__control\//, '').replace(/\?.*$/, '');
	const answer = (status: number, body: unknown) => {
		response.writeHead(status, { 'content-type': 'application/json' });
		response.end(JSON.stringify(body ?? { ok: true }));
	};
	try {
		const text = (await readBody(request)).toString('utf8');
		const input = record.parse(text === '' ? {} : JSON.parse(text));
		const run = actions[name];
		if (run) return answer(200, await run(sim, input));
		const [area = '', action = ''] = name.split('/');
		answer(200, await sim.control(area, action, input));
	} catch (error) {
		answer(400, { error: error instanceof Error ? error.message : String(error) });
	}
}
