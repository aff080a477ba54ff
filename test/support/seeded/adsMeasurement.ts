import { ids } from '../../simulator/ads/ids';
import { PIXEL } from '../../simulator/identities';
import type { Seeded } from './types';

const group = (size: number) => ({ values: { entity_ids: `f2qc${size}`, size } });

export const adsMeasurement: Seeded = {
	known: {
		web_event_tag_id: ids.webEventTag,
		app_event_tag_id: ids.appEventTag,
		app_list_id: ids.appList,
		'providerConfiguration.id': ids.providerConfiguration,
		ab_test_id: ids.abTest,
		lead_form_id: ids.leadForm,
		export_id: ids.leadExport,
		start_epoch: '2026-08-01T00:00:00Z',
		end_epoch: '2026-09-01T00:00:00Z',
		start_time: '2099-01-01T00:00:00Z',
		end_time: '2099-01-08T00:00:00Z',
		'conversion.event_id': `tw-${PIXEL.id}-${ids.webEventTag}`,
		identifiers: { values: [{ kind: 'twclid', value: '23opevjt88psuo13lu8d020qkn' }] },
		group_a: group(60),
		group_b: group(40),
		'abTest.update.user_groups': { values: [group(60), group(40)].map(({ values }) => values) },
		fields: { values: [{ key: 'EMAIL' }] },
		privacy_policy: { values: { url: 'https://example.com/privacy', company_name: 'Example Inc' } },
		live_during: { values: { after: '2099-05-26T00:00:00Z', before: '2099-05-27T00:00:00Z' } },
		'leadForm.update.updateFields': { name: 'New name' },
		'webEventTag.update.updateFields': { name: 'New name' },
		'abTest.update.updateFields': { name: 'New name' },
	},
};
