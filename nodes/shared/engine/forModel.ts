/** Reduces an entity to the fields that a model needs, because it pays for each as tokens. */
import { difference, isEmpty } from 'lodash';
import type { INode } from 'n8n-workflow';
import { entities } from '../model/entities';
import type { Entity } from '../model/escapedText';

/** n8n names a node that an agent uses as a tool by its type and this ending. */
export const isTool = ({ type }: Pick<INode, 'type'>): boolean => type.endsWith('Tool');

const ASIDES = Object.values(entities).flatMap(({ asides = [] }) => asides);

/** Values that most entities have. Only another one says something. */
const USUAL: Readonly<Record<string, unknown>> = {
	possibly_sensitive: false,
	protected: false,
	reply_settings: 'everyone',
	verified: false,
};

/** Returns an entity of Simplified without what a model has no use for. Fields that the user chose stay. */
export function forModel(entity: Entity, chosen: readonly string[]): Entity {
	const asides = new Set(difference(ASIDES, chosen));
	const short = (value: unknown): unknown => {
		if (Array.isArray(value)) return value.map(short);
		if (typeof value !== 'object' || value === null) return value;
		const { id } = value as Entity;
		const kept = Object.entries(value)
			.filter(([name, member]) => !asides.has(name) && !(name in USUAL && USUAL[name] === member))
			.filter(([name, member]) => name !== 'conversation_id' || member !== id)
			.map(([name, member]) => [name, short(member)] as const);
		return Object.fromEntries(kept.filter(([, member]) => !isNothing(member)));
	};
	return short(entity) as Entity;
}

const isNothing = (value: unknown): boolean =>
	value === null || value === '' || (typeof value === 'object' && isEmpty(value));
