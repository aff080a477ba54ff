/** What a recipe costs, step by step, by the prices that the nodes count with. */
import { priceText } from '../../nodes/shared/form/operationText';
import { mostUsd, priceOfEvent } from '../../nodes/shared/model/prices';
import { findOperation } from '../../nodes/shared/operation/nodeSpec';
import type { Operation } from '../../nodes/shared/operation/operation';
import { asMoney } from '../../nodes/shared/util/money';
import { EVENTS } from '../../nodes/XCoreTrigger/events';
import type { TriggerEvent } from '../../nodes/XCoreTrigger/events/event';
import { specs } from './specs';
import type { Workflow, WorkflowNode } from '../runtime/types';
import { nameOf } from '../recipes/nodes';

/** A step of a recipe that uses X. */
export interface Step {
	/** The name on the canvas. */
	readonly name: string;
	/** What it is: the node, and its operation or event. */
	readonly what: string;
	/** Undefined for what X does not bill. */
	readonly price: string | undefined;
}

/** The steps of a recipe that use X, in the order of its nodes. */
export const stepsOf = ({ nodes }: Workflow): Step[] =>
	nodes.flatMap((node) => {
		const label = nameOf(node.type);
		return label === undefined ? [] : [stepOf(node, label)];
	});

function stepOf(node: WorkflowNode, label: string): Step {
	const { name, parameters } = node;
	const { resource, event, eventTypes } = parameters;
	if (Array.isArray(eventTypes)) return { name, what: label, price: priceOfEvents(eventTypes) };
	if (typeof event === 'string') {
		const { name: eventName, list } = (EVENTS as Readonly<Record<string, TriggerEvent>>)[event]!;
		return { name, what: `${label}: ${eventName}`, price: priceText(list) };
	}
	const record = operationOf(node);
	if (record === undefined) return { name, what: label, price: priceOfEvents(['stream.post']) };
	const found = specs[label]?.resources.find(({ value }) => value === resource);
	return { name, what: `${label}: ${found?.name} → ${record.name}`, price: priceText(record) };
}

/**
 * The operation that a node of a recipe runs.
 *
 * @param node Any node.
 * @returns Undefined for triggers, and for nodes of n8n.
 * @throws Error where there is no such operation.
 */
export function operationOf({ name, type, parameters }: WorkflowNode): Operation | undefined {
	const spec = specs[nameOf(type) ?? ''];
	if (spec === undefined) return undefined;
	const { resource, operation } = parameters;
	const record = findOperation(spec, String(resource), String(operation));
	if (!record) throw new Error(`"${name}" has an operation that there is not: ${String(operation)}`);
	return record;
}

/** Events are billed as they are delivered; of several the dearest is shown. */
function priceOfEvents(types: readonly unknown[]): string | undefined {
	const most = Math.max(...types.map((type) => mostUsd(priceOfEvent(String(type))) ?? 0));
	return most === 0 ? undefined : `${asMoney(most)} for each event`;
}
