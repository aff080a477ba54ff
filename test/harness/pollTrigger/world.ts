import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { peopleOf } from '../../simulator/people';
import type { CredentialOverrides } from '../../support';
import { itemsOf, openPollTrigger, type PollTrigger } from '../../support/pollTrigger';
import type { PollSettings } from '../../support/host/pollTrigger';
import { useSimulator, type Simulator } from '../../support/simulator';

export { ME } from '../../simulator/identities';

type Kind = 'app' | 'oAuth2' | 'accessToken' | 'oAuth1';
export type OpenOptions = PollSettings & {
	as?: Kind;
	options?: IDataObject;
	credentials?: CredentialOverrides;
	staticData?: IDataObject;
};

export const byId = (value: string): INodeParameters => ({ __rl: true, mode: 'id', value });

/** A fresh platform for each test, and what people do on it. */
export function useWorld() {
	const sim = useSimulator({ followers: 30 });
	return () => worldOf(sim());
}

/** What people do on a platform. */
export type World = ReturnType<typeof worldOf>;

function worldOf(sim: Simulator) {
	const { platform } = sim;
	return {
		sim,
		...peopleOf(platform),
		/** A trigger that has not polled yet. */
		open: async (
			event: string,
			parameters: INodeParameters = {},
			{ as = 'oAuth2', options = {}, ...rest }: OpenOptions = {},
		): Promise<PollTrigger> =>
			await openPollTrigger({
				node: 'xCoreTrigger',
				parameters: { authentication: as, event, options: options as INodeParameters, ...parameters },
				sim,
				...rest,
			}),
		count: (route: string) => sim.requests.filter((request) => request.route === route).length,
		/** Lets time pass on X. */
		pass: (minutes: number) => platform.clock.advance(minutes * 60_000),
	};
}

export const idsOf = (trigger: PollTrigger): unknown[] => itemsOf(trigger).map(({ id }) => id);
