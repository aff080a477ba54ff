/** Communities, and the batches that compare stored identifiers with the platform's. */
import { documented } from '../documented';
import { notFound, ok, Refusal, type Route, type SimRequest } from '../frame';
import { page } from './answer';
import { bodyField, bodyOf } from './body';
import { pick } from './render';
import { newestFirst, type CoreState } from './state';

export interface Community {
	id: string;
	name: string;
	description: string;
	access: string;
	join_policy: string;
	member_count: number;
	created_at: string;
}

export interface ComplianceJob {
	id: string;
	name?: string;
	type: string;
	status: 'created' | 'in_progress' | 'failed' | 'complete';
	resumable: boolean;
	created_at: string;
	upload_url: string;
	upload_expires_at: string;
	download_url: string;
	download_expires_at: string;
}

const day = 86_400_000;

export const communityRoutes: ReadonlyArray<Route<CoreState>> = [
	{
		...documented('GET /2/communities/search'),
		rateLimit: { limit: 300 },
		handler: (state, request, platform) => {
			const words = (request.query.get('query') ?? '').toLowerCase().split(/\s+/).filter(Boolean);
			const found = [...state.communities.values()].filter(({ name, description }) =>
				words.every((word) => `${name} ${description}`.toLowerCase().includes(word)),
			);
			return page(platform, request, found, 10, (one) => pick(one, names(request, 'community.fields')));
		},
	},
	{
		...documented('GET /2/communities/{id}'),
		rateLimit: { limit: 300 },
		handler: (state, request) => {
			const id = request.params['id'] ?? '';
			const found = state.communities.get(id);
			if (!found) throw new Refusal(notFound('id', id, 'community'));
			return ok({ data: pick(found, names(request, 'community.fields')) });
		},
	},
	{
		...documented('GET /2/compliance/jobs'),
		rateLimit: { limit: 150 },
		handler: (state, request) => {
			const [type, status] = [request.query.get('type'), request.query.get('status')];
			const found = newestFirst(state.complianceJobs).filter(
				(job) => job.type === type && (status === null || job.status === status),
			);
			const data = found.map((job) => pick(job, jobNames(request)));
			return ok({ ...(data.length > 0 && { data }), meta: { result_count: data.length } });
		},
	},
	{
		...documented('POST /2/compliance/jobs'),
		rateLimit: { limit: 150 },
		handler: (state, request, platform) => {
			const id = platform.newId();
			const job: ComplianceJob = {
				id,
				...(bodyField(request, 'name') && { name: bodyField(request, 'name') }),
				type: bodyField(request, 'type'),
				status: 'created',
				resumable: bodyOf(request)['resumable'] === true,
				created_at: platform.clock.iso(),
				upload_url: `https://storage.example/upload/${id}`,
				upload_expires_at: platform.clock.iso(day / 96),
				download_url: `https://storage.example/download/${id}`,
				download_expires_at: platform.clock.iso(7 * day),
			};
			state.complianceJobs.set(id, job);
			return ok({ data: pick(job, jobNames(request)) });
		},
	},
	{
		...documented('GET /2/compliance/jobs/{id}'),
		rateLimit: { limit: 150 },
		handler: (state, request) => {
			const id = request.params['id'] ?? '';
			const job = state.complianceJobs.get(id);
			if (!job) throw new Refusal(notFound('id', id, 'compliance_job'));
			return ok({ data: pick(job, jobNames(request)) });
		},
	},
];

const names = (request: SimRequest, parameter: string, always = ['id', 'name']): string[] => [
	...always,
	...(request.query.get(parameter)?.split(',') ?? []),
];

const jobNames = (request: SimRequest) =>
	names(request, 'compliance_job.fields', ['id', 'type', 'status', 'created_at']);
