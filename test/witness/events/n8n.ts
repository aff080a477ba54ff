/** An n8n that is started, ended and killed, with what it has stored; its requests go to a model of X. */
import type { ICredentialDataDecryptedObject, IDataObject, INodeParameters } from 'n8n-workflow';
import type { Outside } from '../../support/host/outside';
import type { Registry } from '../../support/host/registry';
import type { WorkflowJson } from '../../support/host/run';
import { host } from '../../support';
import { triggerWorkflow } from '../../support/openedTrigger';
import type { Time } from './time';

/** Where the trigger is in each workflow. */
export const TRIGGER = 'Trigger';

/** The same for all accounts but for the token, which names the account as X's tokens do. */
export const credentialsOf = (account: string): Record<string, ICredentialDataDecryptedObject> => {
	const app = { consumerKey: 'key of the app', consumerSecret: 'secret of the app' };
	const oauthTokenData = { access_token: `token of ${account}`, token_type: 'bearer' };
	return structuredClone({
		xAppApi: { ...app, bearerToken: 'AAAA-bearer-of-the-app' },
		xUserOAuth1Api: { ...app, accessToken: `${account}-token`, accessTokenSecret: 'secret of the account' },
		xUserOAuth2Api: { clientId: 'id', clientSecret: 'secret of the client', oauthTokenData },
	});
};

export class N8n {
	/** Counts processes: what an earlier one is still waiting for never comes. */
	private process = 0;
	private loaded: Registry | undefined;
	private readonly stopAnswering: () => void;

	constructor(
		private readonly time: Time,
		answer: Outside,
	) {
		this.stopAnswering = host().answerRequests(async (request) => {
			const { process } = this;
			const answered = await answer(request);
			await this.time.awake();
			if (process !== this.process) await new Promise(() => undefined);
			return answered;
		});
	}

	/** Starts a process, which is without memory; one that runs is killed. */
	start(): void {
		const process = ++this.process;
		this.loaded = host().freshProcess((milliseconds, end) =>
			this.time.after(
				milliseconds,
				() => {
					if (process === this.process) end();
				},
				true,
			),
		);
	}

	/** Ends the process in the midst of what it does. */
	kill(): void {
		this.process++;
		this.loaded = undefined;
	}

	/** Counts up with each process. */
	get generation(): number {
		return this.process;
	}

	get registry(): Registry {
		if (!this.loaded) throw new Error('n8n does not run');
		return this.loaded;
	}

	/** A workflow of the trigger and a node after it. */
	workflow(type: string, parameters: INodeParameters, id: string, staticData: IDataObject): WorkflowJson {
		return triggerWorkflow(this.registry, TRIGGER, { type, parameters }, { id, staticData });
	}

	close(): void {
		this.kill();
		this.stopAnswering();
		host().formerProcess();
	}
}

/** What the histories of a trigger come to together: events lost, lost without a word, started twice, and false alarms. */
export const nothingPlayed = () => ({
	days: 0,
	runs: 0,
	lost: 0,
	unsaid: 0,
	doubled: 0,
	alarms: 0,
	dollars: 0,
	least: 0,
	eachRead: 0,
});
