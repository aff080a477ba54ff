import { mapValues } from 'lodash';
import { app, one, op, type Resource } from '../../shared/operation/operation';
import { additional, choice, filters, flag, id, query, text } from '../../shared/fields';
import { readMany, readOne, selectionOf } from '../../shared/core/selections';
import { entities } from '../../shared/model/entities';

const type = choice(
	{ tweets: 'Posts', users: 'Users' },
	{ description: 'What the uploaded IDs are of', default: 'tweets' },
);

/** Batches of IDs that the platform compares with what was deleted or changed since. */
export const complianceJobResource: Resource = {
	value: 'complianceJob',
	name: 'Compliance Job',
	operations: {
		create: op({
			route: 'POST /2/compliance/jobs',
			name: 'Create',
			action: 'Create a compliance job',
			description: 'Begin a check of stored IDs: the answer names where to upload them',
			docs: 'https://docs.x.com/x-api/compliance/create-compliance-job',
			auth: app,
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
		get: op({
			route: 'GET /2/compliance/jobs/{id}',
			name: 'Get',
			action: 'Get a compliance job',
			description: 'Get the state of a job, and where to download its result',
			docs: 'https://docs.x.com/x-api/compliance/get-compliance-job-by-id',
			auth: app,
			...readOne('complianceJob', { id: id({ label: 'Job ID' }) }),
		}),
		getMany: op({
			route: 'GET /2/compliance/jobs',
			name: 'Get Many',
			action: 'Get many compliance jobs',
			description: 'Get the jobs of the last seven days',
			docs: 'https://docs.x.com/x-api/compliance/get-compliance-jobs',
			auth: app,
			...readMany('complianceJob', {
				type,
				...filters({
					status: choice(
						{ created: 'Created', in_progress: 'In Progress', failed: 'Failed', complete: 'Complete' },
						{ description: 'Only jobs in this state', default: 'complete' },
					),
				}),
			}),
		}),
	},
};
