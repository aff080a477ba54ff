/**
 * The forms of the operations that people use most are calm: few fields come before what is optional.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { partition } from 'lodash';
import { host } from '../../support';
import { forms, shown, type Form } from '../../support/forms';

const MOST = 6;

/** By what n8n's own nodes of such services and the recipes are used for; docs/decisions/calm-forms.md has the reasons. */
const MOST_USED = [
	'xCore.post.create',
	'xCore.post.searchRecent',
	'xCore.post.like',
	'xCore.post.publishDue',
	'xCore.thread.create',
	'xCore.user.get',
	'xCore.user.getMentions',
	'xCore.user.getPosts',
	'xCore.user.follow',
	'xCore.directMessage.send',
	'xCoreTrigger',
	'xChat.message.send',
	'xAdsAnalytics.report.production.get',
	'xAdsCampaigns.campaign.production.create',
	'xCatalog.product.sync',
];

/** Held to the same, since they are next. */
const NEXT = [
	'xCore.media.upload',
	'xCore.user.getFollowers',
	'xChat.message.sendAndWait',
	'xAdsAnalytics.report.production.getSpend',
	'xAdsAnalytics.report.production.estimate',
	'xAdsCampaigns.lineItem.production.create',
];

/** They choose which form it is, so they are no fields of it. */
const CHOICES = ['resource', 'operation', 'environment', 'authentication'];

const all = host()
	.nodesOfPackage()
	.flatMap(([, node]) => forms(node));

const fieldsAbove = (form: Form) =>
	shown(form).filter(
		({ type, name }) => !['notice', 'hidden', 'collection'].includes(type) && !CHOICES.includes(name),
	);

it.each([...MOST_USED, ...NEXT])('%s has few fields above its options', (label) => {
	const form = all.find((each) => each.label === label);
	const fields = form ? fieldsAbove(form) : [];
	expect(fields.length).toBeGreaterThan(0);
	expect(fields.length).toBeLessThanOrEqual(MOST);
});

it('has at most twelve fields in Sync of a file, with all that the editor shows for it', () => {
	const form = all.find(({ label }) => label === 'xCatalog.product.sync');
	const values = { ...form?.values, productsFrom: 'file' };
	const fields = form ? shown({ ...form, values }).filter(({ type }) => type !== 'hidden') : [];
	expect(fields.map(({ name }) => name)).toEqual(expect.arrayContaining(['binaryPropertyName', 'options']));
	expect(fields.length).toBeLessThanOrEqual(12);
});

// X requires eight values of a product, and an update without one of them is refused: docs/decisions/calm-forms.md.
it('xCatalog.product.upsert has its required fields above its options, and six fields for input items', () => {
	const form = all.find(({ label }) => label === 'xCatalog.product.upsert')!;
	const [ofProduct, others] = partition(
		fieldsAbove(form),
		(field) => field.displayOptions?.show?.['productsFrom'],
	);
	expect([others.length, ofProduct.length]).toEqual([2, 8]);
	const items = fieldsAbove({ ...form, values: { ...form.values, productsFrom: 'mapping' } });
	expect(items.length).toBeGreaterThan(0);
	expect(items.length).toBeLessThanOrEqual(MOST);
});

it('says of every date in which time zone it is', () => {
	const dates = all.flatMap((form) => shown(form).filter(({ type }) => type === 'dateTime'));
	expect(dates.length).toBeGreaterThan(10);
	expect(dates.filter(({ description = '' }) => !/time zone/.test(description))).toEqual([]);
});
