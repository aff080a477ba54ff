import { reads, writes } from '../../shared/ads/children';
import { nameQuery, pageOptions } from '../../shared/ads/listFields';
import { inAccount } from '../../shared/ads/locators';
import { adsShape } from '../../shared/ads/shape';
import { choice, choicesFrom, filters, update } from '../../shared/fields';
import { title } from '../../shared/operation/labels';
import { cursor, deleted, many, one, op, user } from '../../shared/operation/operation';
import { addFields, addToLibrary, checkAdded, libraryTexts } from '../media/add';
import { libraryMedia } from '../locators';
import { creativeResource } from '../resource';

const shape = adsShape(`
	media_key name file_name media_type media_category media_status media_url title description
	poster_media_url tweeted created_at updated_at deleted`);

const ofOne = { ...inAccount, media_key: libraryMedia() };

export const mediaLibraryResource = creativeResource('media-library', 'mediaLibrary', 'Media Library', {
	add: op({
		route: 'POST /12/accounts/{account_id}/media_library',
		name: 'Add',
		action: 'Add media to the library',
		description:
			'Upload an image, GIF or video from binary data and add it to the library of an account, or add what has been uploaded',
		auth: user('ads.write', 'media.write'),
		fields: { ...inAccount, ...addFields },
		result: one(shape),
		check: checkAdded,
		run: addToLibrary,
	}),
	delete: op({
		route: 'DELETE /12/accounts/{account_id}/media_library/{media_key}',
		name: 'Delete',
		action: 'Delete media from the library',
		description: 'Remove an image, GIF or video from the library',
		auth: writes,
		fields: ofOne,
		result: deleted('media_key'),
	}),
	get: op({
		route: 'GET /12/accounts/{account_id}/media_library/{media_key}',
		name: 'Get',
		action: 'Get media from the library',
		description: 'Get one image, GIF or video of the library',
		auth: reads,
		fields: ofOne,
		result: one(shape),
	}),
	getMany: op({
		route: 'GET /12/accounts/{account_id}/media_library',
		name: 'Get Many',
		action: 'Get many media from the library',
		description: 'Get the images, GIFs and videos that the account can use in Posts and cards',
		auth: reads,
		fields: {
			...inAccount,
			...filters({
				media_type: choice(choicesFrom(['GIF', 'IMAGE', 'VIDEO'], typeName), { label: 'Media Type' }),
				q: nameQuery('Only those whose name, title, file name or description has these words'),
			}),
			...pageOptions,
		},
		paging: cursor(50),
		result: many(shape),
	}),
	update: op({
		route: 'PUT /12/accounts/{account_id}/media_library/{media_key}',
		name: 'Update',
		action: 'Update media in the library',
		description: 'Change the name and description of media in the library; a field left empty is unset',
		auth: writes,
		fields: { ...ofOne, ...update(libraryTexts()) },
		result: one(shape),
		needsChange: true,
	}),
});

function typeName(type: string): string {
	return type === 'GIF' ? type : title(type);
}
