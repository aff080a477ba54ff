/**
 * Fields and expansions that the node adds automatically never make a read fail: if X refuses some, the read is sent
 * again without them. If a parameter or value has a second name, that name is tried first. What the user chose is
 * never removed; its refusal is an error.
 */
import { mapValues, uniq } from 'lodash';
import type { Api, ApiRequest, OwnChoice } from '../http/connection';
import { inNewerVocabulary, newerParameter, newerValue } from '../model/tweetNaming';
import { withQuery } from './request';
import { blames, refusedValues, requestProblems, type RequestProblem } from './requestProblems';

type Query = NonNullable<ApiRequest['query']>;
export type OwnChoices = NonNullable<ApiRequest['ownChoices']>;

/**
 * Returns a connection that repeats a refused read without those of the node's own choices that X refuses. All items of
 * a run share what X has refused so far.
 */
export const withOwnChoices = (api: Api, refused: RefusedChoices): Api => ({
	...api,
	async send(request) {
		let first: unknown;
		for (;;) {
			let sent = request;
			const prepare = () => refused.translate((sent = refused.leaveOut(request)));
			try {
				return await api.send({ ...request, prepare });
			} catch (error) {
				const { ownChoices = {}, query = [] } = sent;
				const problems = request.method === 'GET' ? requestProblems(error) : [];
				first ??= error;
				const mayTryAgain = problems.length > 0 && refused.learn(query, ownChoices, problems);
				if (!mayTryAgain) throw problems.length > 0 ? first : error;
			}
		}
	},
});

/** The choices that X refused during a run. */
export class RefusedChoices {
	private readonly values = new Map<string, Set<string>>();
	/** Parameters that are sent under their newer names. */
	private readonly newer = new Set<string>();
	/** Parameters whose newer names were tried. */
	private readonly tried = new Set<string>();

	/** The request without the choices refused before, and with the expansions that return the same data. */
	leaveOut(request: ApiRequest): ApiRequest {
		if (this.values.size === 0) return request;
		const { ownChoices = {} } = request;
		const left = mapValues(ownChoices, (choices, name) =>
			choices.filter(({ value }) => !this.has(name, value)),
		);
		const substitutes = Object.entries(ownChoices).flatMap(([name, choices]) =>
			choices.flatMap(({ value, expansion }): OwnChoice[] =>
				expansion !== undefined && this.has(name, value) && !this.has('expansions', expansion)
					? [{ value: expansion }]
					: [],
			),
		);
		const kept = withQuery(
			request,
			mapValues(left, (choices) => choices.map(({ value }) => value).join(',') || undefined),
		);
		if (substitutes.length === 0) return { ...kept, ownChoices: left };
		const [, expanded = ''] = kept.query?.find(([name]) => name === 'expansions') ?? [];
		const expansions = uniq([...expanded.split(','), ...substitutes.map(({ value }) => value)]);
		return {
			...withQuery(kept, { expansions: expansions.filter(Boolean).join(',') }),
			ownChoices: { ...left, expansions: [...(left.expansions ?? []), ...substitutes] },
		};
	}

	/** The request with the names that X accepts. */
	translate(request: ApiRequest): ApiRequest {
		if (this.newer.size === 0) return request;
		const { query = [] } = request;
		const renamed = query.flatMap((pair) => (this.newer.has(pair[0]) ? inNewerVocabulary([pair]) : [pair]));
		return { ...request, query: renamed };
	}

	/**
	 * Learns from a refusal.
	 *
	 * @param query What was sent, before its names were translated.
	 * @returns Whether the next request would differ.
	 */
	learn(query: Query, ownChoices: OwnChoices, problems: readonly RequestProblem[]): boolean {
		return query
			.map(([name, value]) => {
				const sentName = this.newer.has(name) ? newerParameter(name) : name;
				const about = problems.filter((problem) => blames(problem, sentName));
				if (about.length === 0) return false;
				return this.learnAbout(name, value.split(','), ownChoices[name] ?? [], about);
			})
			.includes(true);
	}

	private learnAbout(
		name: string,
		values: readonly string[],
		ownChoices: readonly OwnChoice[],
		problems: readonly RequestProblem[],
	): boolean {
		const isNewer = this.newer.has(name);
		const sent = new Map(values.map((value) => [isNewer ? newerValue(name, value) : value, value]));
		const named = refusedValues(problems, [...sent.keys()]).flatMap((value) => sent.get(value) ?? []);
		const hasOtherName = newerParameter(name) !== name;
		const isUnknown =
			hasOtherName && !isNewer && problems.some(({ allowed }) => allowed.has(newerParameter(name)));
		const isWhole = isUnknown || named.length === 0;
		const hasOther = (value: string) => newerValue(name, value) !== value;
		const mayHelp = isWhole ? hasOtherName || values.some(hasOther) : named.some(hasOther);
		if (mayHelp && !this.tried.has(name)) {
			this.tried.add(name);
			this.newer.add(name);
			return true;
		}
		if (isWhole) this.newer.delete(name);
		// At most two repetitions for each parameter: the second one leaves out everything that the node chose for it.
		const isAgain = this.values.has(name);
		const refused = ownChoices.filter(({ value }) => isWhole || isAgain || named.includes(value));
		for (const { value } of refused) this.add(name, value);
		return refused.length > 0;
	}

	private has(name: string, value: string): boolean {
		return this.values.get(name)?.has(value) === true;
	}

	private add(name: string, value: string): void {
		this.values.set(name, (this.values.get(name) ?? new Set()).add(value));
	}
}
