import { listSearch, type ListSpec } from '../shared/form/search';
import { asText } from '../shared/util/text';
import { lists } from '../shared/core/locators';
import { estimable } from './operations/estimateCost';
import { spec } from './spec';

/** What Estimate Cost can be asked about; nothing is asked for it. */
const searchOperations: ListSpec = {
	request: () => undefined,
	staticOptions: () => estimable(spec.resources).map(({ name, value }) => ({ name, value })),
	label: ({ name }) => asText(name),
};

/** What the editor calls to fill the lists of the form. */
export const methods = { listSearch: listSearch(spec, { ...lists, searchOperations }) };
