/** Reads and checks a trigger's form before anything is sent. */
import {
	NodeOperationError,
	type IHookFunctions,
	type IPollFunctions,
	type ITriggerFunctions,
	type IWebhookFunctions,
} from 'n8n-workflow';
import { nodeParameters } from '../engine/parameters';
import { describeRules, readFields } from '../engine/values';
import type { BrokenRule, Fields, ValuesOf } from '../operation/operation';

type TriggerContext = IHookFunctions | IPollFunctions | ITriggerFunctions | IWebhookFunctions;

/** @throws NodeOperationError that lists all mistakes, with the names of the form. */
export function readForm<F extends Fields>(
	context: TriggerContext,
	fields: F,
	source = nodeParameters(context),
): ValuesOf<F> {
	const { values, invalid } = readFields(fields, source, { timezone: context.getTimezone() });
	if (invalid) throw invalidSettings(context, fields, invalid);
	return values;
}

/** @throws NodeOperationError if a rule is broken. */
export function failIfBroken(context: TriggerContext, fields: Fields, rules: Iterable<BrokenRule>): void {
	const all = [...rules];
	if (all.length > 0) throw invalidSettings(context, fields, all);
}

function invalidSettings(context: TriggerContext, fields: Fields, rules: readonly BrokenRule[]) {
	const { lines, invalid } = describeRules(fields, rules);
	const error = new NodeOperationError(context.getNode(), lines.join('; '), {
		description: 'Nothing was sent. Change the settings and try again.',
		failure: { cause: 'configuration-invalid' },
	});
	error.context.data = { invalid };
	return error;
}
