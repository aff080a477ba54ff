import { accountChildren, adsResource } from '../../shared/ads/children';
import { nameQuery } from '../../shared/ads/listFields';
import { inAccount } from '../../shared/ads/locators';
import { choice, choicesFrom, filters, update } from '../../shared/fields';
import { title } from '../../shared/operation/labels';
import { cursor, op, user } from '../../shared/operation/operation';
import { addFields, addToLibrary, checkAdded, libraryTexts } from '../media/add';
import { libraryMedia } from '../locators';

const media = accountChildren({
	segment: 'media_library',
	key: 'media_key',
	locator: libraryMedia,
	simplified: `
		media_key name file_name media_type media_category media_status media_url title description
		poster_media_key poster_media_url duration aspect_ratio tweeted created_at updated_at deleted`,
});

export const mediaLibraryResource = adsResource('mediaLibrary', 'Media Library', {
	add: op({
		...media.create,
		name: 'Add',
		action: 'Add media to the library',
		description:
			'Upload an image, GIF or video from binary data and add it to the library of an account, or add what has been uploaded',
		auth: user('ads.write', 'media.write'),
		fields: { ...inAccount, ...addFields },
		check: checkAdded,
		run: addToLibrary,
		resumes: true,
	}),
	delete: media.remove('Remove an image, GIF or video from the library', {
		action: 'Delete media from the library',
	}),
	get: media.getOne('Get one image, GIF or video of the library', {
		action: 'Get media from the library',
	}),
	getMany: op({
		...media.getMany,
		action: 'Get many media from the library',
		description: 'Get the images, GIFs and videos that the account can use in Posts and cards',
		fields: {
			...inAccount,
			...filters({
				media_type: choice(choicesFrom(['GIF', 'IMAGE', 'VIDEO'], typeName)),
				q: nameQuery('Only those whose name, title, file name or description has these words'),
			}),
		},
		paging: cursor(50),
	}),
	update: op({
		...media.update,
		action: 'Update media in the library',
		description: 'Change the name and description of media in the library; a field left empty is unset',
		fields: { ...media.fields, ...update(libraryTexts()) },
	}),
});

function typeName(type: string): string {
	return type === 'GIF' ? type : title(type);
}
