import { accountHistory } from '../../shared/ads/accountHistory';
import { adsResource } from '../../shared/ads/resource';

export const accountHistoryResource = adsResource('accountHistory', 'Account History', {
	getMany: accountHistory,
});
