/** The address of a Post: X sends its ID only. https://docs.x.com/x-api/posts/create-post */

/** Returns the address of a Post, without its author's name. */
export const postAddress = (id: string): string => `https://x.com/i/status/${id}`;

export const withAddress =
	(key = 'id') =>
	(entity: Record<string, unknown>): Record<string, unknown> => {
		const { [key]: id } = entity;
		return typeof id === 'string' ? { ...entity, url: postAddress(id) } : entity;
	};
