/** The messages of docs/errors.md, from the tables of nodes/shared/errors, grouped by what helps. */
import { STATUS_CODES } from 'node:http';
import { groupBy, uniq } from 'lodash';
import { ADS_CODES } from '../../nodes/shared/errors/adsCodes';
import type { ErrorText } from '../../nodes/shared/errors/errorText';
import type { FailureKind } from '../../nodes/shared/errors/failure';
import { CONNECTION_CODES } from '../../nodes/shared/errors/fromException';
import { CAPS, PROBLEM_TYPES, REASONS } from '../../nodes/shared/errors/problemTypes';
import { LEGACY_CODES, STATUS_TEXTS } from '../../nodes/shared/errors/statuses';
import { WEBHOOK_TEXTS } from '../../nodes/shared/errors/webhookReasons';
import { BY_REQUEST, WORDINGS } from '../../nodes/shared/errors/wordings';

/** A message, and by what it is known in an answer of X. */
interface Message extends ErrorText {
	readonly sign?: string;
}

const signed = (texts: Readonly<Record<string, ErrorText>>, sign: (key: string) => string): Message[] =>
	Object.entries(texts).map(([key, text]) => ({ ...text, sign: sign(key) }));

/** Every message of the tables. */
export const messages = (): readonly Message[] => [
	...signed(STATUS_TEXTS, (status) => `HTTP ${status}`),
	...signed(REASONS, (reason) => `\`${reason}\``),
	...signed(CAPS, (period) => `\`usage-capped\`, \`${period}\``),
	...signed(PROBLEM_TYPES, (type) => `\`${type}\``),
	...signed(ADS_CODES, (code) => `\`${code}\``),
	...signed(WEBHOOK_TEXTS, (reason) => `\`${reason}\``),
	...signed(LEGACY_CODES, (code) => `code ${code}`),
	...WORDINGS.map(([, text]) => text),
	...BY_REQUEST.map(([, , text]) => text),
	...CONNECTION_CODES.map(([text]) => text),
];

const HEADINGS: Readonly<Record<FailureKind, string>> = {
	badRequest: 'A value is wrong',
	authentication: 'The credential is not accepted',
	wrongCredentialKind: 'Another credential is needed',
	missingScope: 'A permission is missing',
	forbidden: 'Not allowed',
	notFound: 'Not found',
	conflict: 'It exists, or something else is at work on it',
	locked: 'It exists, or something else is at work on it',
	rateLimit: 'Limits and credit',
	usageCap: 'Limits and credit',
	noCredit: 'Limits and credit',
	server: 'X has a problem',
	unavailable: 'X has a problem',
	connection: 'The connection',
	dns: 'The connection',
	refused: 'The connection',
	tls: 'The connection',
	timeout: 'The connection',
	unsaid: 'It exists, or something else is at work on it',
	notJson: 'The connection',
	cancelled: 'The connection',
	unknown: 'Other',
};

/** By HTTP status, what it means and where the messages are; as headings, so that a number is found. */
export const statusSections = (): string =>
	Object.entries(STATUS_TEXTS)
		.map(([status, { summary, advice, kind }]) => {
			const heading = HEADINGS[kind];
			const anchor = heading
				.toLowerCase()
				.replace(/[^a-z ]/g, '')
				.replaceAll(' ', '-');
			const see = `Every message: [${heading}](#${anchor}).`;
			const sentences = [summary, advice]
				.filter((text) => text !== '')
				.map((text) => text.replace(/\.?$/, '.'));
			return `### ${status} ${STATUS_CODES[status] ?? ''}\n\n${[...sentences, see].join(' ')}\n`;
		})
		.join('\n');

/** The tables as Markdown, one for each heading. */
export function messageTables(): string {
	const sections = groupBy(messages(), ({ kind }) => HEADINGS[kind]);
	const headings = uniq(Object.values(HEADINGS)).filter((heading) => heading in sections);
	return headings.map((heading) => `### ${heading}\n\n${table(sections[heading] ?? [])}\n`).join('\n');
}

/** What helps against several messages is listed once. */
function table(texts: readonly Message[]): string {
	const byName = (one: string, other: string) => one.localeCompare(other, 'en');
	const rows = Object.entries(groupBy(texts, ({ advice }) => advice))
		.map(([advice, same]) => {
			const summaries = Object.entries(groupBy(same, ({ summary }) => summary)).sort(([one], [other]) =>
				byName(one, other),
			);
			const signs = summaries.map(([, each]) => each.flatMap(({ sign = [] }) => sign).join(', '));
			return [summaries.map(([summary]) => summary).join('<br>'), advice, signs.filter(Boolean).join(', ')];
		})
		.sort(([one = ''], [other = '']) => byName(one, other));
	return [['Message', 'What to do', "X's code"], ['---', '---', '---'], ...rows]
		.map(
			(cells) =>
				`| ${cells.map((cell) => cell.replaceAll('|', '\\|').replace(/<(?!br>)/g, '&lt;')).join(' | ')} |`,
		)
		.join('\n');
}
