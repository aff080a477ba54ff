import { mapValues } from 'lodash';
import { app, one, op, resource } from '../../shared/operation/operation';
import { additional, choice, filters, flag, query, text } from '../../shared/fields';
import { readMany, readOne, selectionOf } from '../../shared/core/selections';
import {
	downloadResult,
	downloadResultFields,
	job,
	uploadIds,
	uploadIdsFields,
} from '../operations/complianceJob';
import { entities } from '../../shared/model/entities';

const type = choice(
	{ tweets: 'Posts', users: 'Users' },
	{ description: 'What the uploaded IDs stand for', default: 'tweets' },
);

/** Batches of IDs that X checks for deletions and changes. */
export const complianceJobResource = resource({
	value: 'complianceJob',
	defaultOperation: 'create',
	auth: app,
	operations: {
		cancel: op({
			route: 'DELETE /2/compliance/jobs/{id}',
			action: 'Cancel a compliance job',
			description: 'Cancel a job, so that another one of its type can start',
			...readOne('complianceJob', { id: job }),
		}),
		create: op({
			route: 'POST /2/compliance/jobs',
			action: 'Create a compliance job',
			description: 'Start a check of stored IDs. The output says where to upload them.',
			fields: {
				type,
				...additional({
					name: text({ max: 64, description: 'Name of the job' }),
					resumable: flag({ description: 'Whether the upload can be resumed' }),
				}),
				...mapValues(selectionOf('complianceJob'), query),
			},
			result: one(entities.complianceJob),
		}),
		download: op({
			route: 'GET /2/compliance/jobs/{id}/download',
			name: 'Download Result',
			action: 'Download the result of a compliance job',
			description: 'Get what changed for the uploaded IDs, once the job is complete',
			fields: downloadResultFields,
			run: downloadResult,
		}),
		get: op({
			route: 'GET /2/compliance/jobs/{id}',
			action: 'Get a compliance job',
			description: 'Get the state of a job, and where to download its result',
			...readOne('complianceJob', { id: job }),
		}),
		getMany: op({
			route: 'GET /2/compliance/jobs',
			action: 'Get many compliance jobs',
			description: 'Get the jobs of the last seven days',
			...readMany('complianceJob', {
				type,
				...filters({
					status: {
						...choice(
							{ created: 'Created', in_progress: 'In Progress', failed: 'Failed', complete: 'Complete' },
							{ description: 'Only jobs in this state', default: 'complete' },
						),
						name: 'job_status',
					},
				}),
			}),
		}),
		upload: op({
			route: 'PUT /2/compliance/jobs/{id}/upload',
			name: 'Upload IDs',
			action: 'Upload the IDs of a compliance job',
			description: 'Upload the IDs that a new job checks',
			fields: { ...uploadIdsFields, ...mapValues(selectionOf('complianceJob'), query) },
			result: one(entities.complianceJob),
			run: uploadIds,
		}),
	},
});
