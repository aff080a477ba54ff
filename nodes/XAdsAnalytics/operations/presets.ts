/** These reports answer what most people want to know: the form asks for the account and the range alone. */
import type { INodeExecutionData } from 'n8n-workflow';
import type { Call, ValuesOf } from '../../shared/operation/operation';
import type { presetFields, SubjectValues } from '../fields';
import { getReport, type ReportValues } from './getReport';

type Preset = Pick<SubjectValues, 'metric_groups'> & { readonly landing?: true };
type PresetCall = Call<ValuesOf<ReturnType<typeof presetFields>> & { readonly account_id: string }>;

/** Makes a report with names, rates and totals, in which what is missing is a row that says so. */
export const presetReport =
	({ metric_groups, landing }: Preset) =>
	async (call: PresetCall): Promise<INodeExecutionData[]> => {
		const values: ReportValues = {
			...call.values,
			metric_groups,
			landing,
			entities: 'active',
			entity_ids: undefined,
			placement: undefined,
			segmentation_type: undefined,
			country: undefined,
			names: true,
			rates: true,
			by_placement: false,
			null_as: 'zero',
			max_result: undefined,
			missing_parts: 'rows',
		};
		return await getReport({ ...call, values });
	};
