import type { INodeProperties } from 'n8n-workflow';

type Shown = NonNullable<INodeProperties['displayOptions']>['show'];

/** Makes a field of a credential whose value the form hides. */
export const secretField = (
	displayName: string,
	name: string,
	description: string,
	show?: Shown,
): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	typeOptions: { password: true },
	default: '',
	description,
	...(show && { displayOptions: { show } }),
});

const FILLED = { _cnd: { not: '' } };

/** Makes the fields of secrets that are being replaced; each is shown beside its successor. */
export const previousSecrets = (show: Shown = {}) => ({
	clientSecretPrevious: previous('Client Secret', 'clientSecret', show),
	consumerSecretPrevious: previous('Consumer Secret', 'consumerSecret', show),
});

const previous = (label: string, successor: string, show: Shown): INodeProperties =>
	secretField(
		`Previous ${label}`,
		`${successor}Previous`,
		`The ${label.toLowerCase()} you are replacing. Events signed with it are still accepted; remove it when the change is complete.`,
		{ ...show, [successor]: [FILLED] },
	);
