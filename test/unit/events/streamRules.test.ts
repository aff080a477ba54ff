import type { IDataObject } from 'n8n-workflow';
import { streamRules, type Rule } from '../../../nodes/shared/events/streamRules';
import type { Api } from '../../../nodes/shared/http/connection';

/** The rules of an app, as https://docs.x.com/x-api/posts/filtered-stream/integrate/build-a-rule has them. */
class AppRules {
	readonly texts = new Map<string, string>();
	/** How many rules each request added, or deleted. */
	readonly sizes: number[] = [];

	readonly api = {
		send: ({ body }: { body?: { add?: Array<{ value: string }>; delete?: { ids: string[] } } }) => {
			return Promise.resolve({ body: body?.add ? this.add(body.add) : this.remove(body?.delete?.ids ?? []) });
		},
	} as unknown as Api;

	private add(rules: Array<{ value: string }>): IDataObject {
		this.sizes.push(rules.length);
		const data: IDataObject[] = [];
		const errors: IDataObject[] = [];
		for (const { value } of rules) {
			const type = 'https://api.twitter.com/2/problems/';
			if (value.includes('(')) errors.push({ value, type: `${type}invalid-rules`, details: ['no ) found'] });
			else if (this.texts.has(value))
				errors.push({ value, type: `${type}duplicate-rules`, id: this.texts.get(value) ?? '' });
			else {
				const id = `${this.texts.size + 1}`;
				this.texts.set(value, id);
				data.push({ id, value });
			}
		}
		return { data, errors };
	}

	private remove(ids: string[]): IDataObject {
		this.sizes.push(ids.length);
		for (const [value, id] of this.texts) if (ids.includes(id)) this.texts.delete(value);
		return {};
	}
}

const refuse = (message: string) => new Error(message);
const wanted = (...values: string[]) => values.map((value) => ({ value, tag: 'mine' }));
const many = Array.from({ length: 250 }, (_, n) => `cats ${n}`);

describe('rules of the filtered stream', () => {
	it('are not taken for gone because an answer has errors and no rules', async () => {
		const api = { send: () => Promise.resolve({ body: { errors: [{ title: 'Over capacity' }] } }) };
		await expect(streamRules(api as unknown as Api, refuse).list()).rejects.toThrow('Over capacity');
	});

	it('are added and deleted a hundred at a time', async () => {
		const app = new AppRules();
		const rules = streamRules(app.api, refuse);
		const [added, gone]: [Rule[], string[]] = [[], []];
		await rules.add(wanted(...many), [], added);
		expect(added.map(({ value }) => value)).toEqual(many);
		const ids = added.map(({ id }) => id);
		await rules.remove(ids, (some) => gone.push(...some));
		expect([app.sizes, app.texts.size, gone]).toEqual([[100, 100, 50, 100, 100, 50], 0, ids]);
	});

	it('that somebody added meanwhile are used, and not counted as added', async () => {
		const app = new AppRules();
		app.texts.set('dogs', 'foreign');
		const added: Rule[] = [];
		const found = await streamRules(app.api, refuse).add(wanted('cats', 'dogs'), [], added);
		expect([added, found]).toMatchObject([[{ value: 'cats' }], [{ id: 'foreign', value: 'dogs' }]]);
	});

	it('that X does not accept are named with the reason, and the others can be undone', async () => {
		const app = new AppRules();
		app.texts.set('dogs', 'foreign');
		const added: Rule[] = [];
		await expect(
			streamRules(app.api, refuse).add(wanted(...many, 'dogs', '(birds'), [], added),
		).rejects.toThrow('X did not accept 1 of 252 stream rules: (birds: no ) found');
		expect(added.map(({ value }) => value)).toEqual(many);
	});
});
