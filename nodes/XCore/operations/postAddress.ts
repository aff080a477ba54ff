/** Where a Post is seen: X answers a create with its ID only. https://docs.x.com/x-api/posts/create-post */
import type { Entity } from '../../shared/model/escapedText';

/** The address of a Post, whoever wrote it. */
export const postAddress = (id: string): string => `https://x.com/i/status/${id}`;

/**
 * Shows an entity with the address of its Post.
 *
 * @param key Where the entity has the ID of the Post.
 */
export const withAddress =
	(key = 'id') =>
	(entity: Entity): Entity => {
		const { [key]: id } = entity;
		return typeof id === 'string' ? { ...entity, url: postAddress(id) } : entity;
	};
