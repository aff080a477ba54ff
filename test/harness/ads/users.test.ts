/** @jest-environment ./test/support/environment.ts */
import { ME } from '../../simulator/identities';
import { account, byId, ids, useAds } from './support';

const { sim, ads, sent } = useAds();

it.each([ME.username, `@${ME.username}`, `https://x.com/${ME.username}`])(
	'promotes the account of the user %s, whose ID the core API knows',
	async (named) => {
		const form = { account_id: account, line_item_id: byId(ids.followersLineItem), user_id: byId(named) };
		const run = await ads('promotedAccount.create', form);
		expect(run.error?.message).toBeUndefined();
		expect(sent()).toEqual([
			`GET /2/users/by/username/${ME.username}`,
			`POST /12/accounts/${ids.account}/promoted_accounts`,
		]);
		expect(sim().requests[1]?.query).toMatchObject({ user_id: ME.id });
	},
);
