import { chunk, uniq } from 'lodash';
import { fc } from '../../support/properties';
import { Gatherer } from '../../../nodes/shared/util/gatherer';

const turn = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'missing', 'broken'), { maxLength: 12 });

it('asks for each key of a turn once, in few questions, and gives everybody their own answer', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(turn, { maxLength: 3 }),
			fc.integer({ min: 1, max: 4 }),
			async (turns, most) => {
				const questions: (readonly string[])[] = [];
				const gatherer = new Gatherer<string>(most, (keys) => {
					questions.push(keys);
					// The whole question fails.
					if (keys.includes('broken')) return Promise.reject(new Error('broken'));
					return Promise.resolve(
						keys.map((key) => () => {
							if (key === 'missing') throw new Error('missing');
							return key.toUpperCase();
						}),
					);
				});
				for (const keys of turns) {
					questions.length = 0;
					const outcomes = await Promise.allSettled(keys.map((key) => gatherer.get(key)));
					expect(questions).toEqual(chunk(uniq(keys), most));
					const failureOf = (key: string) => {
						if (questions.find((asked) => asked.includes(key))?.includes('broken')) return 'broken';
						return key === 'missing' ? 'missing' : undefined;
					};
					expect(outcomes).toEqual(
						keys.map((key) => {
							const failure = failureOf(key);
							if (failure === undefined) return { status: 'fulfilled', value: key.toUpperCase() };
							return { status: 'rejected', reason: new Error(failure) };
						}),
					);
				}
			},
		),
	);
});
