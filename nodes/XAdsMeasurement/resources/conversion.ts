import { writes, adsResource } from '../../shared/ads/children';
import { op } from '../../shared/operation/operation';
import { checkConversion, conversionFields, warnConversion } from '../conversions/fields';
import { sendConversions } from '../conversions/send';

export const conversionResource = adsResource('conversion', 'Conversion', {
	send: op({
		route: 'POST /12/measurement/conversions/{pixel_id}',
		action: 'Send conversions',
		description: 'Report purchases and other conversions to X, 500 input items in one request',
		auth: { kinds: ['pixelToken', ...writes.kinds], scopes: writes.scopes, initial: 'pixelToken' },
		fields: conversionFields,
		check: checkConversion,
		warn: warnConversion,
		runAll: sendConversions,
		resumes: 'items',
	}),
});
