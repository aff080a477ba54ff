/** For every operation of every node, a form that works on the simulated X, with what has to happen there before. */
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { Simulator } from '../../simulator/simulator';
import { nodeOf } from '../coreNodes';
import { filled } from '../fill';
import type { Form } from '../forms';
import { runNode } from '../index';
import { adsAnalytics } from './adsAnalytics';
import { adsAudiences } from './adsAudiences';
import { adsCampaigns } from './adsCampaigns';
import { adsCreatives } from './adsCreatives';
import { adsMeasurement } from './adsMeasurement';
import { catalog } from './catalog';
import { CHAT_ITEMS, chatForm, chatKnown, seedChat } from './chat';
import { CORE_ITEMS, preparedCore, seedCore } from './core';
import { accountOf, valueOf, type Seeded } from './types';

/** A form that works, and what the node is given. */
export interface Prepared {
	readonly parameters: INodeParameters;
	readonly items: INodeExecutionData[];
}

const OF_NODES: Readonly<Record<string, Seeded>> = {
	xAdsAnalytics: adsAnalytics,
	xAdsAudiences: adsAudiences,
	xAdsCampaigns: adsCampaigns,
	xAdsCreatives: adsCreatives,
	xAdsMeasurement: adsMeasurement,
	xCatalog: catalog,
};

const ITEMS: readonly INodeExecutionData[] = [{ json: { marker: '1111' } }];

/** What Estimate Cost is asked about in the nodes that share it with X Core. */
const ESTIMATED: Readonly<Record<string, string>> = {
	xCoreAdmin: 'webhook.getMany',
	xLive: 'space.get',
};

/** Prepares a seeded platform for an operation. */
export async function prepare(form: Form, sim: Simulator, webhook: string): Promise<Prepared> {
	const { resource = '', operation = '', environment } = form.values;
	const node = form.description.name;
	const name = `${resource}.${operation}`;
	if (node === 'xChat') {
		const world = await seedChat(sim);
		const known = chatKnown(world);
		const parameters = chatForm(
			world,
			name,
			filled(form, (field) => valueOf(known, name, field)),
		);
		return { parameters, items: CHAT_ITEMS };
	}
	const seeded = OF_NODES[node];
	if (seeded === undefined) {
		// The nodes share the operations of Usage, which need nothing on X.
		const estimated = (field: string) => (field === 'estimated_operation' ? ESTIMATED[node] : undefined);
		const parameters = nodeOf(name) === node ? await ofCore(sim, name, webhook) : filled(form, estimated);
		return { parameters, items: CORE_ITEMS };
	}
	const own = accountOf(environment === 'sandbox' ? 'sandbox' : 'production');
	seeded.before?.[name]?.(sim);
	const parameters = filled(form, (field) => own[field] ?? valueOf(seeded.known, name, field));
	return { parameters, items: [...(seeded.items ?? ITEMS)] };
}

async function ofCore(sim: Simulator, name: string, webhook: string): Promise<INodeParameters> {
	const webhookId = await seedCore(sim, webhook);
	const core: Parameters<typeof preparedCore>[0]['core'] = async (
		of,
		parameters,
		{ as = 'oAuth2', items },
	) => {
		const [resource, operation] = of.split('.');
		const form = { authentication: as, resource, operation, ...parameters } as INodeParameters;
		return await runNode({ node: nodeOf(of), sim, parameters: form, ...(items && { items }) });
	};
	return await preparedCore({ sim, webhookId, core }, name);
}
