import type { IBinaryData, INodeParameters } from 'n8n-workflow';
import { account, byId, ids, useAds } from '../ads/support';

export { account, byId, ids } from '../ads/support';
export { ME } from '../../simulator/identities';

/** A seeded platform for the tests of a file, with X Ads Creatives on it. */
export const useCreatives = () => useAds('xAdsCreatives');

export const NODE = 'xAdsCreatives';

/** A file in memory. */
export const file = (
	mimeType: string,
	fileName = 'file',
	bytes = Buffer.from('some bytes'),
): IBinaryData => ({
	data: bytes.toString('base64'),
	mimeType,
	fileName,
});

/** Rows of media, as the editor stores them. */
export const media = (...keys: string[]): INodeParameters => ({
	values: keys.map((key) => ({ media_key: byId(key) })),
});

/** A form with the seeded account. */
export const form = (more: INodeParameters = {}): INodeParameters => ({ account_id: account, ...more });

/** A website card as the form has one. */
export const websiteCard = (more: INodeParameters = {}): INodeParameters =>
	form({
		name: 'Autumn',
		card_format: 'single',
		media_key: byId(ids.libraryImage),
		destination: 'website',
		title: 'The autumn menu',
		url: 'https://example.com/autumn',
		...more,
	});
