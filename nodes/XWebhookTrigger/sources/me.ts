import type { Api } from '../api';
import { object, text } from '../events/read';

/**
 * ID of the user a credential acts for.
 *
 * @throws when the platform does not say
 */
export async function userId(user: Api): Promise<string> {
	const id = text(object(object(await user.request('GET', '/2/users/me')).data).id);
	if (id === undefined) throw new Error('The platform did not say which user the credential belongs to');
	return id;
}
