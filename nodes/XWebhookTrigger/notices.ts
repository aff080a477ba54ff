/**
 * Informs a person of what happens between the runs, in rows of X Core Admin (Health: Check) and in items: n8n gives
 * webhooks no failed execution, and where others host it, no one reads its log.
 */
import { changeFare, fareOf, type Notice } from '../shared/events/fares';
import type { XEvent } from '../shared/events/event';
import { Notices } from '../shared/events/notices';
import { TRIGGER, type WebhookContext } from './context';

export type Tell = (kind: string, message: string, advice: string) => void;

/** Makes the teller of a node. */
export const teller = (context: WebhookContext): Tell => {
	const notices = new Notices(context, TRIGGER);
	return (kind, message, advice) => notices.report(notices.problem(message, advice, { kind }));
};

/** Returns the notices that the workflow has not got yet. */
export const untold = (context: WebhookContext): Notice[] =>
	fareOf(context, TRIGGER).notices.filter(({ isTold }) => !isTold);

/** Notes whether the workflow has got notices. */
export function noteTold(context: WebhookContext, told: readonly Notice[], isTold: boolean): void {
	const isOne = (notice: Notice) => told.some(({ at, kind }) => at === notice.at && kind === notice.kind);
	if (told.length > 0)
		changeFare(context, TRIGGER, ({ notices }) => ({
			notices: notices.map((notice) => (isOne(notice) ? { ...notice, isTold } : notice)),
		}));
}

/** Makes the event of a notice. */
export const noticeEvent = ({ at, kind, message, advice }: Notice): XEvent => ({
	eventType: 'x.notice',
	nativeType: 'notice',
	source: 'notice',
	createdAt: new Date(at).toISOString(),
	payload: { kind, message, advice },
	key: undefined,
});
