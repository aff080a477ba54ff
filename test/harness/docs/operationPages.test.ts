/**
 * The pages of operations, which the site is built with: each operation is tried on the simulated X, and its page shows
 * what came of it. In many mode it is every operation.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { operationOf, formsOfOperations, tryOperation } from '../../../scripts/tried/run';
import { fieldList, itemFields } from '../../../scripts/operationPages/fields';
import { propertiesOf } from '../../../scripts/operationPages/form';
import { furtherList, furtherOf } from '../../../scripts/operationPages/further';
import { listed } from '../../../scripts/operationPages/listed';
import { fieldMeaning, parameterMeaning, type Meaning } from '../../../scripts/operationPages/meanings';
import { documentedMeanings } from '../../facts';
import { host } from '../../support';
import { cases } from '../../support/cases';
import { fieldsOf } from '../../support/outputFields';
import { formNamed } from '../../support/forms';
import { useSimulator } from '../../support/simulator';
import { startReceiver, type Receiver } from '../../support/webhookReceiver';

const sim = useSimulator({ followers: 40 });

let receiver: Receiver;
beforeAll(async () => {
	receiver = await startReceiver();
});
afterAll(async () => await receiver.close());

const FEW = [
	'xCore.post.create',
	'xCore.user.getFollowers',
	'xCoreAdmin.webhook.getMany',
	'xChat.message.send',
	'xAdsCampaigns.campaign.production.create',
	'xCatalog.product.sync',
];

const forms = formsOfOperations();
const some = forms.filter(({ label }) => FEW.includes(label));

const pageOf = async (form: (typeof forms)[number]) => {
	const tried = await tryOperation(sim(), form, receiver.url);
	return { tried, page: listed(form, { tried, date: '2026-11-23', engine: '2.41.1' }) };
};

it('are there for each operation, each with a path of its own', () => {
	expect(some).toHaveLength(FEW.length);
	const labels = forms.map(({ description, values }) =>
		[description.name, values.resource, values.operation].join(),
	);
	expect(new Set(labels).size).toBe(forms.length);
});

it.each(cases(some.length, forms.length) > some.length ? forms : some)(
	'$label: form, request, item, errors, and when it was checked',
	async (form) => {
		const { tried, page } = await pageOf(form);
		const { content } = page;
		for (const { method, url } of tried.requests.slice(0, 1))
			expect(content).toContain(`${method} ${url.split('?')[0]}`);
		for (const name of Object.keys(tried.items[0] ?? {})) expect(content).toContain(`"${name}":`);
		for (const heading of ['Form', 'Fields', 'Request', 'Item', 'Errors', 'Copy into n8n'])
			expect(content).toContain(`\n## ${heading}\n`);
		for (const scope of operationOf(form).auth.scopes) expect(content).toContain(`\`${scope}\``);
		expect(content).toContain('Last checked on 2026-11-23');
		// Nothing of this machine, and nothing that a template would take for an expression of its own.
		expect(content).not.toMatch(/127\.0\.0\.1|localhost|undefined|\[object Object\]/);
	},
);

it('say of fields and parameters what X says, from one table', async () => {
	const followers = await pageOf(some.find(({ label }) => label === 'xCore.user.getFollowers')!);
	// https://docs.x.com/x-api/fundamentals/data-dictionary, read on 2026-11-23.
	expect(followers.page.content).toContain(
		'<code>followers_count</code> <span class="type">number</span>: How many users follow this user</li>',
	);
	const campaign = await pageOf(
		some.find(({ label }) => label === 'xAdsCampaigns.campaign.production.create')!,
	);
	expect(campaign.page.content).toMatch(/<b class="name">Name<\/b>[^]{0,120}At most 255 characters<\/p>/);
	expect(campaign.page.content).toMatch(
		/read on \d{4}-\d\d-\d\d: <a href="https:\/\/docs\.x\.com\/x-ads-api\//,
	);
});

it('name the fields for choices that the example does not make', () => {
	const form = formNamed('xCore.post.create');
	const further = furtherOf(form, propertiesOf(form, {}));
	const lines = furtherList(further);
	expect(lines).toMatch(/Input Binary Fields<\/b> with Attachment: Files From Input\. /);
	expect(lines).toMatch(/File Alternative Text<\/b> with Attachment: Files From Input\. /);
	// Of all forms together every field has a name that is read, and no list is longer than a screen.
	const all = forms.map((each) => furtherOf(each, propertiesOf(each, {})));
	expect(
		all.flatMap((each) => each.filter(({ field, where }) => !field.displayName || where.length === 0)),
	).toEqual([]);
	expect(Math.max(...all.map(({ length }) => length))).toBeLessThanOrEqual(15);
	expect(all.map(furtherList).join()).not.toMatch(/undefined|\[object/);
});

it('show each row of that table', () => {
	const { core, ads } = documentedMeanings();
	const shown = new Set<string>();
	const noting =
		(meaning: Meaning): Meaning =>
		(path) => {
			shown.add(meaning(path));
			return meaning(path);
		};
	for (const form of forms) {
		const { resource = '', operation = '' } = form.values;
		const { name } = form.description;
		fieldList(propertiesOf(form, {}), noting(parameterMeaning(name, resource)));
		const schema = fieldsOf(host(), name, resource, operation) ?? {};
		itemFields(schema, noting(fieldMeaning(name, resource, operationOf(form))));
	}
	const meanings = [core, ads].flatMap((groups) => Object.values(groups).flatMap(Object.values<string>));
	expect(meanings.filter((meaning) => !shown.has(meaning))).toEqual([]);
});

it('say what a run cost, and what the node said when it was refused', async () => {
	const { tried, page } = await pageOf(some.find(({ label }) => label === 'xCore.post.create')!);
	expect(tried.refused.map(({ tried: what, status }) => [what, status])).toEqual([
		['A required field whose expression gives nothing', undefined],
		['The token was revoked', 400],
		['The connection lacks the scopes', 403],
		['The rate limit is used up for 15 minutes, and _Max Wait_ is 0', 429],
		['The account has no credit', 402],
	]);
	// Post: Create of https://docs.x.com/x-api/getting-started/pricing, read on 2026-11-21.
	expect(page.content).toContain('this run: at most $0.015 (1 request of Post: Create)');
	expect(page.content).toMatch(
		/^## What the model of an agent reads\n\n.*It takes effect immediately.*Price: \$0\.015/m,
	);
	expect(tried.requests).toEqual([
		{
			method: 'POST',
			url: 'https://api.x.com/2/tweets',
			body: { text: expect.any(String) as string },
			status: 201,
		},
	]);
});
