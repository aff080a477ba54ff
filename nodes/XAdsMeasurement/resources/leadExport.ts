import { reads, writes, adsResource } from '../../shared/ads/children';
import { EXPORTS } from '../../shared/ads/leadExport';
import { inAccount } from '../../shared/ads/locators';
import { outputFile } from '../../shared/core/files';
import { body, choice, text } from '../../shared/fields';
import { deleted, one, op } from '../../shared/operation/operation';
import { leadsFile } from '../leads/download';
import { checkPeriod, leadsOfForm } from '../leads/fields';

const ofOne = {
	...inAccount,
	export_id: text({ description: 'ID returned by Lead Export: Create' }),
};

export const leadExportResource = adsResource('leadExport', 'Lead Export', {
	create: op({
		route: `POST ${EXPORTS}`,
		action: 'Create a lead export',
		description:
			'Start an export of the leads of a form. Its file is ready later; for account administrators.',
		auth: writes,
		fields: {
			...leadsOfForm,
			response_format: body(
				choice(
					{ csv: 'CSV', json: 'JSON', xlsx: 'Excel' },
					{ label: 'Format', default: 'json', description: 'Of the file' },
				),
			),
		},
		result: one(),
		check: checkPeriod,
	}),
	delete: op({
		route: `DELETE ${EXPORTS}/{export_id}`,
		name: 'Cancel',
		action: 'Cancel a lead export',
		description: 'Cancel an export in progress',
		auth: writes,
		fields: ofOne,
		result: deleted('export_id'),
	}),
	download: op({
		route: `GET ${EXPORTS}/{export_id}/download`,
		action: 'Download a lead export',
		description: 'Download the file of an export that is ready',
		auth: reads,
		fields: { ...ofOne, outputProperty: outputFile },
		run: leadsFile,
	}),
	get: op({
		route: `GET ${EXPORTS}/{export_id}`,
		action: 'Get a lead export',
		description: 'Get the status of an export. It has a download_url once its file is ready.',
		auth: reads,
		fields: ofOne,
		result: one(),
	}),
});
