/**
 * Every operation of the node once; the other files test each in detail.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { spec } from '../../../nodes/XAdsMeasurement/spec';
import { adsMeasurement } from '../../support/seeded/adsMeasurement';
import { runsEveryOperation } from '../ads/operations';

const PAGE = { headline: 'Thanks', description: 'See you', title: 'Go on', url: 'https://example.com' };

runsEveryOperation('xAdsMeasurement', {
	spec,
	seeded: adsMeasurement,
	together: {
		'leadForm.create': [{ additionalFields: { final_page: { values: PAGE } } }],
		'leadForm.update': [{ updateFields: { final_page: { values: PAGE } } }],
		'webEventTag.update': [{ updateFields: { click_window: '30', view_through_window: '7' } }],
	},
	routes: {
		'lead.getMany': 'GET /12/accounts/{account_id}/ad-export/api/v1/exports/{export_id}/download',
	},
	ownItems: ['conversion.send', 'lead.getMany', 'leadExport.download'],
});
