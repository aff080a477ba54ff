import { accountChildren, adsResource } from '../../shared/ads/children';
import { adIds, inAccount } from '../../shared/ads/locators';
import { text } from '../../shared/fields';
import { op } from '../../shared/operation/operation';
import { providerConfiguration } from '../locators';

/** Only version 11 of the documentation has these. */
const configurations = accountChildren({
	version: 11,
	segment: 'app_event_provider_configurations',
	key: 'id',
	noun: 'provider configuration',
	nouns: 'provider configurations',
	locator: providerConfiguration,
	simplified: 'id provider_name provider_advertiser_id created_at updated_at deleted',
});

export const providerConfigurationResource = adsResource('providerConfiguration', 'Provider Configuration', {
	create: op({
		...configurations.create,
		description: 'Connect an account with its provider of app measurement; an account has one',
		fields: {
			...inAccount,
			provider_advertiser_id: text({
				label: 'Advertiser ID',
				placeholder: 'e.g. client1',
				description: 'ID of the advertiser at the provider',
			}),
		},
	}),
	delete: configurations.remove('Disconnect an account from its provider of app measurement'),
	get: configurations.get('Get one provider configuration'),
	getMany: configurations.list('Get the providers of app measurement of an account', {
		filters: { ids: adIds('Provider Configuration IDs') },
	}),
});
