/** Reasons why an event starts nothing, as n8n's log gives them. */
const REASONS = {
	repeated: 'it came before',
	notWanted: 'the form asks for others',
	own: 'an account that the workflow writes as has written it ("Include Own Posts" and "Own Accounts" decide)',
	unverified: 'it is not verified',
	stopWord: 'it is a stop or start word',
	stopped: 'its writer asked to be left alone',
	loop: 'its writer has answered too often in the conversation',
};

export type Reason = keyof typeof REASONS;

/** The reason why an event starts nothing. */
export class LeftOut {
	constructor(
		readonly reason: Reason,
		private readonly detail?: string,
	) {}

	get why(): string {
		return [REASONS[this.reason], this.detail].filter((part) => part !== undefined).join(': ');
	}
}
