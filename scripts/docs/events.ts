/** The events of docs/poll-events.md, from their records. */
import { CREDENTIALS, withAccessToken } from '../../nodes/shared/auth/credentialKinds';
import { EVENTS } from '../../nodes/XCoreTrigger/events';
import type { TriggerEvent } from '../../nodes/XCoreTrigger/events/event';
import { docsOf } from './tables';

function link(list: TriggerEvent['list']): string {
	const docs = docsOf(list);
	return docs === undefined ? `\`${list.route}\`` : `[\`${list.route}\`](${docs})`;
}

const rowOf = ({ name, description, list, cursor }: TriggerEvent): string[] => [
	name,
	description,
	`${link(list)}, ${cursor.order}`,
	withAccessToken(list.auth.kinds)
		.map((kind) => CREDENTIALS[kind].label)
		.join(', '),
];

const HEAD = ['Event', 'Starts the workflow when', 'List that is read, and how', 'Credentials'];

export const eventsTable = (): string =>
	[HEAD, HEAD.map(() => '---'), ...Object.values<TriggerEvent>(EVENTS).map(rowOf)]
		.map((cells) => `| ${cells.join(' | ')} |`)
		.concat('')
		.join('\n');
