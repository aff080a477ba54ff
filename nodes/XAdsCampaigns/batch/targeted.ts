/** What line items target while a batch is made: what the platform has, changed by the items so far. */
import type { Call } from '../../shared/operation/operation';
import { asText } from '../../shared/util/text';
import { Company } from '../checks/company';
import type { Criterion } from '../checks/targeting';
import { criteriaOf } from '../entityCache';

export class Targeted {
	private readonly companies = new Map<string, Company>();
	/** Created before their line item was read. */
	private readonly created = new Map<string, Criterion[]>();
	private readonly deleted = new Set<string>();
	/** Takes out a criterion that was read, by its key. */
	private readonly leave = new Map<string, () => void>();

	/** What the line item of a call targets after the items before. Reads it from the platform once. */
	async on(call: Call, lineItem: string): Promise<Company> {
		const key = within(call, lineItem);
		const known = this.companies.get(key);
		if (known) return known;
		const company = new Company(this.created.get(key));
		for (const criterion of await criteriaOf(call, lineItem)) {
			const own = within(call, asText(criterion.id));
			if (this.deleted.has(own)) continue;
			company.add(criterion);
			this.leave.set(own, () => company.remove(criterion));
		}
		this.companies.set(key, company);
		return company;
	}

	/** Takes in a call that will be sent. */
	apply(call: Call): void {
		const { line_item_id: lineItem, targeting_criterion_id: criterion } = call.values;
		if (call.values.operation_type === 'Create') this.add(within(call, asText(lineItem)), call.values);
		else this.remove(within(call, asText(criterion)));
	}

	private add(key: string, criterion: Criterion): void {
		const company = this.companies.get(key);
		if (company) return company.add(criterion);
		const earlier = this.created.get(key) ?? [];
		this.created.set(key, earlier);
		earlier.push(criterion);
	}

	private remove(key: string): void {
		this.deleted.add(key);
		this.leave.get(key)?.();
		this.leave.delete(key);
	}
}

/** IDs mean something within host and account. */
const within = ({ api, values }: Call, id: string) => `${api.baseUrl} ${asText(values.account_id)} ${id}`;
