import { app, op, resource } from '../../shared/operation/operation';
import { body, choice, choices, filters, list } from '../../shared/fields';
import { readPages } from '../../shared/core/selections';

const ENDPOINTS = {
	filtered_stream: 'Filtered Stream',
	firehose_stream: 'Firehose Stream',
	firehose_stream_lang_en: 'Firehose Stream (English)',
	firehose_stream_lang_ja: 'Firehose Stream (Japanese)',
	firehose_stream_lang_ko: 'Firehose Stream (Korean)',
	firehose_stream_lang_pt: 'Firehose Stream (Portuguese)',
	likes_compliance_stream: 'Likes Compliance Stream',
	likes_firehose_stream: 'Likes Firehose Stream',
	likes_sample10_stream: 'Likes Sample Stream (10 %)',
	sample10_stream: 'Sample Stream (10 %)',
	sample_stream: 'Sample Stream (1 %)',
	tweet_label_stream: 'Post Label Stream',
	tweets_compliance_stream: 'Posts Compliance Stream',
	users_compliance_stream: 'Users Compliance Stream',
};

/** Streaming connections of the app: https://docs.x.com/x-api/connections/introduction */
export const connectionResource = resource({
	value: 'connection',
	auth: app,
	operations: {
		getMany: op({
			route: 'GET /2/connections',
			action: 'Get many connections',
			description: 'Get the present and past streaming connections of the app',
			...readPages(
				'connection',
				filters({
					status: choice(
						{ active: 'Active', inactive: 'Inactive', all: 'All' },
						{ default: 'active', description: 'Which connections to return' },
					),
					endpoints: choices(ENDPOINTS, { description: 'Only connections to these streams' }),
				}),
				100,
			),
		}),
		terminate: op({
			route: 'DELETE /2/connections',
			name: 'Terminate by IDs',
			action: 'Terminate connections by their IDs',
			description: 'End up to 100 streaming connections by their IDs',
			fields: {
				uuids: body(
					list({
						label: 'Connection IDs',
						max: 100,
						description: 'IDs returned by Get Many, separated by commas',
					}),
				),
			},
		}),
		terminateAll: op({
			route: 'DELETE /2/connections/all',
			action: 'Terminate all connections',
			description: 'End every active streaming connection of the app',
			fields: {},
		}),
		terminateEndpoint: op({
			route: 'DELETE /2/connections/{endpoint_id}',
			name: 'Terminate by Endpoint',
			action: 'Terminate the connections of an endpoint',
			description: 'End the active connections to one stream',
			fields: {
				endpoint_id: choice(ENDPOINTS, {
					label: 'Endpoint',
					description: 'The stream whose connections to end',
				}),
			},
		}),
	},
});
