/** What stands beside a targeting criterion on its line item, where that matters. Documentation: targeting. */
import { asText } from '../../shared/util/text';
import { SINGLE, typeOf, type Criterion } from './targeting';

/** An audience and its lookalike. */
const AUDIENCES = ['CUSTOM_AUDIENCE', 'CUSTOM_AUDIENCE_EXPANDED'];

const IN_NEED_OF_COMPANY = new Set([...SINGLE, ...AUDIENCES, 'ENGAGEMENT_TYPE', 'TV_SHOW']);

/** Whether a criterion depends on what else the line item targets. */
export const needsCompany = (criterion: Criterion) => IN_NEED_OF_COMPANY.has(typeOf(criterion));

const valueOf = (criterion: Criterion, type = typeOf(criterion)) =>
	`${type} ${asText(criterion.targeting_value)}`;

/** The criteria of one line item, counted: a look at them costs the same however many there are. */
export class Company {
	private readonly counts = new Map<string, number>();

	constructor(criteria: Iterable<Criterion> = []) {
		for (const criterion of criteria) this.add(criterion);
	}

	add(criterion: Criterion): void {
		this.count(criterion, 1);
	}

	remove(criterion: Criterion): void {
		this.count(criterion, -1);
	}

	has(...types: string[]): boolean {
		return types.some((type) => this.holds(type));
	}

	/** Whether there is one of this type with the value of another criterion. */
	hasValueOf(criterion: Criterion, type: string): boolean {
		return this.holds(valueOf(criterion, type));
	}

	private holds(key: string): boolean {
		return (this.counts.get(key) ?? 0) > 0;
	}

	private count(criterion: Criterion, by: number): void {
		for (const key of [typeOf(criterion), valueOf(criterion)])
			this.counts.set(key, (this.counts.get(key) ?? 0) + by);
	}
}

/** What has to be there beside a criterion, and what must not be. */
export function* checkCompany(criterion: Criterion, present: Company): Generator<string> {
	const type = typeOf(criterion);
	if (SINGLE.includes(type) && present.has(type))
		yield `Targeting Type: cannot be ${type}: a line item can have one, and this one has it already`;
	const other = AUDIENCES.includes(type) && AUDIENCES.find((each) => each !== type);
	if (other && present.hasValueOf(criterion, other))
		yield `Targeting Value: cannot be that of ${type}: the line item has the same one as ${other}, and an audience and its lookalike exclude each other`;
	if (type === 'TV_SHOW' && !present.has('LOCATION'))
		yield 'Targeting Type: cannot be TV_SHOW before the line item has a LOCATION in the market of the show';
	if (type === 'ENGAGEMENT_TYPE' && !present.has('CAMPAIGN_ENGAGEMENT', 'USER_ENGAGEMENT'))
		yield 'Targeting Type: cannot be ENGAGEMENT_TYPE before the line item has a CAMPAIGN_ENGAGEMENT or USER_ENGAGEMENT';
}
