/**
 * The forms of the operations that people use most are calm: few fields come before what is optional.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { host } from '../../support';
import { forms, shown } from '../../support/forms';

const MOST = 6;

const MOST_USED = [
	'xCore.post.create',
	'xCore.post.searchRecent',
	'xCore.post.publishDue',
	'xCore.thread.create',
	'xCore.user.get',
	'xCore.user.getMentions',
	'xCore.user.getFollowers',
	'xCore.directMessage.send',
	'xCore.media.upload',
	'xCoreTrigger',
	'xChat.message.send',
	'xChat.message.sendAndWait',
	'xAdsAnalytics.report.production.getSpend',
	'xAdsCampaigns.campaign.production.create',
	'xCatalog.product.sync',
];

/** What decides about money or deletion stays in sight. */
const MORE: Readonly<Record<string, number>> = {
	'xAdsCampaigns.campaign.production.create': 9,
	'xCatalog.product.sync': 9,
};

const CHOICES = ['resource', 'operation', 'environment', 'authentication'];

const all = host()
	.nodesOfPackage()
	.flatMap(([, node]) => forms(node));

it.each(MOST_USED)('%s has few fields above its options', (label) => {
	const form = all.find((each) => each.label === label);
	const fields = (form ? shown(form) : []).filter(
		({ type, name }) => !['notice', 'hidden', 'collection'].includes(type) && !CHOICES.includes(name),
	);
	expect(fields.length).toBeGreaterThan(0);
	expect(fields.length).toBeLessThanOrEqual(MORE[label] ?? MOST);
});
