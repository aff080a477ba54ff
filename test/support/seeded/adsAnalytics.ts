import { ids } from '../../simulator/ads/ids';
import type { Seeded } from './types';

export const adsAnalytics: Seeded = {
	known: {
		campaign_ids: ids.activeCampaign,
		funding_instrument_ids: ids.fundingInstrument,
		'report.start.entity_ids': ids.activeCampaign,
		'report.cancel.job_id': ids.endlessJob,
		job_ids: ids.statsJob,
		'report.get.options': { names: false },
		'report.download.options': { names: false },
		'report.sync.options': { names: false },
	},
};
