import { accountHistory } from '../../shared/ads/accountHistory';
import { adsResource } from '../../shared/ads/children';

export const accountHistoryResource = adsResource('accountHistory', 'Account History', {
	getMany: accountHistory,
});
