/** Simplified output has what the documented answers hold, or the field is named here with the reason. */
import { spec as audiences } from '../../../nodes/XAdsAudiences/spec';
import { spec as creatives } from '../../../nodes/XAdsCreatives/spec';
import { spec as measurement } from '../../../nodes/XAdsMeasurement/spec';
import { sampleOf } from '../../facts';

/** Sizes of pictures in front of videos, and owners of videos, which no other operation takes. */
const LEFT_OUT = ['video_owner_id', 'video_poster_height', 'video_poster_width'];

const LISTS = [
	'GET /12/accounts/{account_id}/media_library/{media_key}',
	'GET /12/accounts/{account_id}/app_event_tags/{app_event_tag_id}',
	'GET /12/accounts/{account_id}/custom_audiences/{custom_audience_id}',
	'GET /12/accounts/{account_id}/cards/poll/{card_id}',
	'GET /12/accounts/{account_id}/cards/image_conversation/{card_id}',
	'GET /12/accounts/{account_id}/cards/video_conversation/{card_id}',
];

const records = [audiences, creatives, measurement]
	.flatMap(({ resources }) => resources)
	.flatMap(({ operations }) => Object.values(operations));

it.each(LISTS)('%s', (route) => {
	const shapes = records.filter((record) => record.route === route).map(({ result }) => result?.shape);
	expect(shapes).toHaveLength(1);
	const { data } = sampleOf({ api: 'ads', route }).answer as { data: object };
	const shown = shapes[0]?.simplifiedFields ?? [];
	expect(Object.keys(data).filter((name) => !shown.includes(name) && !LEFT_OUT.includes(name))).toEqual([]);
});
