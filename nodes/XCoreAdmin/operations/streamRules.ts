/** This file makes the form of stream rules, and reads the results of creating and removing them. */
import { z } from 'zod';
import { partialErrors } from '../../shared/errors';
import { required, rows, text } from '../../shared/fields';

/** Most rules that one request can name by ID or text. */
export const MAX_RULES = 1000;

/** The fields of a rule of a stream. */
export const streamRule = (placeholder: string, syntax: string) => ({
	value: required(
		text({
			label: 'Rule',
			max: 2048,
			description: `What to match, in <a href="${syntax}">X's rule syntax</a>`,
			placeholder,
		}),
	),
	tag: text({ description: 'Your label, returned with every match' }),
});

export const ruleTexts = rows(
	{ value: required(text({ label: 'Rule', placeholder: 'e.g. from:XDevelopers has:media' })) },
	{
		label: 'Rules',
		placeholder: 'Add Rule',
		max: MAX_RULES,
		description: 'Rules by their text, if you do not have their IDs',
		toWire: (all) => all.map(({ value }) => value),
	},
);

const createdSchema = z.object({ data: z.array(z.record(z.unknown())).optional() });

/** Returns the created rules. */
export const rulesCreated = (answer: unknown): Record<string, unknown>[] =>
	createdSchema.safeParse(answer).data?.data ?? [];

const refusedSchema = z
	.object({
		errors: z.array(
			z
				.object({ value: z.string(), title: z.string().optional(), detail: z.string().optional() })
				.passthrough()
				.transform(({ value, title = 'Refused', detail = title, ...rest }) => ({
					...rest,
					value,
					title,
					detail: detail.includes(value) ? detail : `${detail}: ${value}`,
				}))
				.or(z.unknown()),
		),
	})
	.passthrough();

/** Adds the text of each refused rule to its error, because X's message omits it. */
export const withRefusedRules = (answer: unknown): unknown => refusedSchema.safeParse(answer).data ?? answer;

const removalSchema = z.object({
	meta: z.object({
		summary: z
			.object({ deleted: z.number(), not_deleted: z.number() })
			.partial()
			.refine(({ deleted, not_deleted }) => (deleted ?? not_deleted) !== undefined),
	}),
});

/**
 * Returns the result of a removal of rules. An answer with errors only gives no item: nothing was removed.
 *
 * @throws ZodError for an answer without a summary, which the engine passes on as it is.
 * @param named The rules to remove, for the item.
 */
export function rulesRemoved(answer: unknown, named: object, isDryRun = false): Record<string, unknown>[] {
	if (!removalSchema.safeParse(answer).success && partialErrors(answer).length > 0) return [];
	const { deleted, not_deleted } = removalSchema.parse(answer).meta.summary;
	const isDeleted = !isDryRun && (deleted === undefined ? not_deleted === 0 : deleted > 0);
	return [{ deleted: isDeleted, ...named, deleted_count: deleted, not_deleted_count: not_deleted }];
}
