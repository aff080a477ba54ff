/** Tries operations in n8n's engine on the simulated X: the way that works, and what can go wrong. */
import { ADDRESSES } from '../../nodes/shared/auth/addresses';
import { findOperation } from '../../nodes/shared/operation/nodeSpec';
import type { Operation } from '../../nodes/shared/operation/operation';
import type { Logged, Simulator } from '../../test/simulator/server';
import { filledForms } from '../../test/support/everyForm';
import type { Form } from '../../test/support/forms';
import { runNode, type NodeRun } from '../../test/support';
import { prepare, type Prepared } from '../../test/support/seeded';
import { skipWaits } from '../../test/support/waits';
import { specs } from '../docs/specs';
import { CASES, type Change } from './cases';
import { withoutExpressions } from './plain';
import type { Refused, Sent, Tried } from './types';

const HOSTS: Readonly<Record<Logged['listener'], string>> = {
	api: ADDRESSES.baseUrl.url,
	ads: ADDRESSES.adsUrl.url,
	adsSandbox: ADDRESSES.adsSandboxUrl.url,
};

/** The marker of the item, as part of IDs and names. */
const MARKER = '1111';

/** The forms of all operations, each once: on the production host if it can. */
export function formsOfOperations(): Form[] {
	const found = new Map<string, Form>();
	for (const { form } of filledForms()) {
		const { resource, operation, environment } = form.values;
		const key = `${form.description.name}.${resource}.${operation}`;
		if (environment !== 'sandbox' || !found.has(key)) found.set(key, form);
	}
	return [...found.values()];
}

/** The record behind a form. */
export function operationOf({ description, values }: Form): Operation {
	const { resource = '', operation = '' } = values;
	const spec = specs[description.displayName];
	const found = spec && findOperation(spec, resource, operation);
	if (!found) throw new Error(`No record for ${description.name}.${resource}.${operation}`);
	return found;
}

const sent = ({ listener, method, path, rawQuery, body, status }: Logged): Sent => ({
	method,
	url: `${HOSTS[listener]}${path}${rawQuery === '' ? '' : `?${decodeURIComponent(rawQuery.replaceAll('+', ' '))}`}`,
	body,
	status,
});

/** Runs an operation once, and once for each case. */
export async function tryOperation(sim: Simulator, form: Form, webhook: string): Promise<Tried> {
	await sim.reset();
	const { waitAgain } = skipWaits(sim);
	try {
		const prepared = await prepare(form, sim, webhook);
		// What is made next is newer than what was there.
		sim.platform.clock.advance(60_000);
		const parameters = withoutExpressions(prepared.parameters, MARKER);
		const works = { ...prepared, parameters };
		const begun = sim.requests.length;
		const run = await runOf(sim, form, works);
		if (run.error) throw new Error(`${form.label}: ${run.error.message} ${run.error.description ?? ''}`);
		const requests = sim.requests.slice(begun).map(sent);
		const refused = await refusals(sim, form, works);
		return {
			parameters,
			requests,
			items: run.json.slice(0, 1),
			count: run.json.length,
			files: Object.keys(run.items[0]?.binary ?? {}),
			...(run.cost !== undefined && { cost: run.cost }),
			refused,
		};
	} finally {
		waitAgain();
	}
}

/** The simulated X has other addresses. */
const withRealHosts = (text: string, { baseUrl, adsUrl, adsSandboxUrl }: Simulator): string =>
	[
		[baseUrl, HOSTS.api],
		[adsUrl, HOSTS.ads],
		[adsSandboxUrl, HOSTS.adsSandbox],
	].reduce(
		(left, [simulated = '', real = '']) =>
			left.replaceAll(new URL(simulated).host, new URL(real).host).replaceAll(simulated, real),
		text,
	);

const runOf = async (
	sim: Simulator,
	{ description }: Form,
	{ parameters, items }: Prepared,
	change: Change = {},
): Promise<NodeRun> => await runNode({ node: description.name, sim, parameters, items, ...change });

async function refusals(sim: Simulator, form: Form, works: Prepared): Promise<Refused[]> {
	const subject = { sim, form, operation: operationOf(form), parameters: works.parameters };
	const refused: Refused[] = [];
	for (const { tried, change } of CASES) {
		const begun = sim.requests.length;
		const changed = change(subject);
		if (changed === undefined) continue;
		const { error } = await runOf(sim, form, works, changed);
		sim.repair();
		if (error === undefined) continue;
		const last = sim.requests.slice(begun).at(-1);
		refused.push({
			tried,
			message: withRealHosts(error.message, sim),
			advice: withRealHosts(error.description ?? '', sim),
			...(last && { status: last.status }),
		});
	}
	return refused;
}
