/** The accounts that workflows write as, besides that of the credential: the form names them. */
import { idOfUser } from '../core/locators';
import type { Api, ApiContext } from '../http/connection';
import { userIdFinder } from '../http/findUsers';
import { BoundedMap } from '../util/boundedMap';
import { DAY } from '../util/time';

/** The IDs of usernames that this process has looked up. A name may pass to another account, so they last a day. */
const known = new BoundedMap<string, { readonly id: string; readonly at: number }>(1000);

/**
 * The IDs of the accounts. X is asked for a username once a day.
 *
 * @param names IDs, and usernames that begin with @.
 * @param connect Makes the connection, if X has to be asked.
 * @throws If X knows no user of a name.
 */
export async function ownAccountIds(
	context: ApiContext,
	names: readonly string[],
	connect: () => Promise<Api>,
): Promise<readonly string[]> {
	const now = Date.now();
	const isKnown = (name: string) => !name.startsWith('@') || now - (knownOf(name)?.at ?? -Infinity) < DAY;
	if (names.every(isKnown)) return names.map((name) => knownOf(name)?.id ?? name);
	const lookup = { userId: userIdFinder(context, await connect()) };
	return await Promise.all(
		names.map(async (name) => {
			const id = await idOfUser(name, lookup);
			if (name.startsWith('@')) known.set(name.toLowerCase(), { id, at: now });
			return id;
		}),
	);
}

const knownOf = (name: string) => known.get(name.toLowerCase());
