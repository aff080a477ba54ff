/** Resource locators: an entity chosen from a list, by ID, or by address. */
import { withArticle } from '../operation/labels';
import { InvalidValue, type Field } from '../operation/operation';
import { appearance, type Appearance } from './basic';
import { exactText } from './exactText';

export interface Mode {
	/** Saved in workflows: `url`, `username`, … */
	readonly name: string;
	readonly label: string;
	readonly placeholder: string;
	/** The pattern of the text; its first group is the value. */
	readonly pattern: RegExp;
	/** The pattern in words, for messages; completes "must be …". */
	readonly shape: string;
	readonly write?: (kept: string) => string;
	/** Whether a matching text is accepted in any mode: people drag a username into By ID. */
	readonly isInAnyMode?: boolean;
}

export interface EntityKind {
	readonly name: string;
	readonly search?: string;
	readonly pattern?: RegExp;
	/** Completes "must be …" */
	readonly shape?: string;
	readonly example?: string;
	readonly modes?: readonly Mode[];
	/** The most that opening From List costs, in words; without it, it is free. */
	readonly listCost?: string;
	/** The editor's message while a typed ID does not match the pattern; without it the editor checks nothing. */
	readonly typingError?: string;
}

const DIGITS = /^\d{1,19}$/;

/**
 * A field for one entity. Plain text (from an expression or an agent) is read as an ID, or in any other mode that it
 * matches. Long because the three modes of n8n's locator are one literal, with the reader of their values beside it.
 *
 * @example
 * space_id: locator({ name: 'Space', shape: 'the ID of a Space', pattern: /^\w{13}$/, example: '1DXxyRYNejbKM' }),
 */
export function locator(kind: EntityKind, rest: Appearance = {}): Field<string> {
	const { name, search, pattern = DIGITS, shape = 'an ID of 1 to 19 digits', example = '1234567890' } = kind;
	const { modes = [], typingError, listCost } = kind;
	return {
		...appearance(
			{ label: name, ...rest },
			'resourceLocator',
			{ mode: search ? 'list' : 'id', value: '' },
			{
				modes: [
					...(search
						? [
								{
									displayName: 'From List',
									name: 'list',
									type: 'list' as const,
									placeholder: `Select ${withArticle(name)}...`,
									typeOptions: { searchListMethod: search, searchable: true },
									...(listCost !== undefined && { hint: `Opening the list costs up to ${listCost}` }),
								},
							]
						: []),
					{
						displayName: 'By ID',
						name: 'id',
						type: 'string',
						placeholder: `e.g. ${example}`,
						...(typingError !== undefined && {
							validation: [
								{ type: 'regex', properties: { regex: pattern.source, errorMessage: typingError } },
							],
						}),
					},
					...modes.map((mode) => ({
						displayName: mode.label,
						name: mode.name,
						type: 'string' as const,
						placeholder: mode.placeholder,
					})),
				],
			},
		),
		encode: (value) => {
			const { mode, text } = readLocator(value);
			if (text === '') return undefined;
			const chosen = modes.find((each) => each.name === mode);
			if (chosen?.pattern.test(text)) return match(chosen, text);
			if (pattern.test(text)) return text;
			// Agents and expressions may not know the mode, so an address or a @name is recognized in any mode.
			const unmistakable = mode === undefined || /^@|\//.test(text);
			const fitting = modes.find((each) => (unmistakable || each.isInAnyMode) && each.pattern.test(text));
			if (fitting) return match(fitting, text);
			if (chosen) return match(chosen, text);
			throw new InvalidValue('pattern', `must be ${shape}, and is "${text.slice(0, 100)}"`);
		},
	};
}

/**
 * A builder of such fields for one kind of entity.
 *
 * @example
 * list_id: locatorOf({ name: 'List', search: 'searchLists' })({ description: 'The list to change' }),
 */
export const locatorOf =
	(kind: EntityKind) =>
	(rest: Appearance = {}): Field<string> =>
		locator(kind, rest);

function readLocator(value: unknown): { mode: string | undefined; text: string } {
	const chosen = typeof value === 'object' && value !== null && ('value' in value || '__rl' in value);
	const { mode, value: inner } = (chosen ? value : { value }) as { mode?: string; value?: unknown };
	return { mode, text: exactText(inner).trim() };
}

function match({ pattern, shape, write = String }: Mode, text: string): string {
	const found = pattern.exec(text);
	if (!found) throw new InvalidValue('pattern', `must be ${shape}, and is "${text.slice(0, 100)}"`);
	return write(found[1] ?? found[0]);
}
