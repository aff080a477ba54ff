import { canonicalEventType, EVENT_TYPES } from '../../../nodes/shared/model/eventTypes';

describe('names of event types', () => {
	it.each([
		['ProfileBioUpdate', 'profile.update.bio'],
		['ProfilePictureUpdate', 'profile.update.profile_picture'],
		['ProfileBannerUpdate', 'profile.update.banner_picture'],
		['ProfileGeoUpdate', 'profile.update.geo'],
		['ProfileUrlUpdate', 'profile.update.url'],
		['ProfileScreennameUpdate', 'profile.update.screenname'],
		['DmReceived', 'dm.received'],
		['PostCreate', 'post.create'],
		['SpacesStart', 'spaces.start'],
		['profile.update.verified', 'profile.update.verified_badge'],
		['profile.update.affiliate', 'profile.update.affiliate_badge'],
		['chat.conversation_join', 'chat.conversation.join'],
		['post.mention.create', 'post.mention.create'],
		['poll.closed', 'poll.closed'],
		['SomethingNew', 'SomethingNew'],
		['toString', 'toString'],
		['__proto__', '__proto__'],
	])('%s is understood as %s', (given, canonical) => {
		expect(canonicalEventType(given)).toBe(canonical);
	});

	it('offers every type once, grouped and sorted by label', () => {
		const labels = EVENT_TYPES.map((type) => type.name);
		expect(labels).toEqual([...labels].sort((a, b) => a.localeCompare(b)));
		expect(new Set(EVENT_TYPES.map((type) => type.value)).size).toBe(EVENT_TYPES.length);
		expect(labels.every((label) => label.includes(': '))).toBe(true);
	});
});
