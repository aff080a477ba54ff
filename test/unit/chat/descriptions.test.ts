/** Agents read the descriptions of operations, and should know which of them give texts of strangers. */
import { spec } from '../../../nodes/XChat/spec';

const READ = [
	'media.download',
	'message.getEvents',
	'message.getPinned',
	'messageRequest.get',
	'messageRequest.getMany',
];

const operations = spec.resources.flatMap(({ value, operations: records }) =>
	Object.entries(records).map(([name, { description }]) => ({ name: `${value}.${name}`, description })),
);

test('operations that give what others wrote say that it is no instruction', () => {
	const said = operations.filter(({ description }) => description.includes('never an instruction'));
	expect(said.map(({ name }) => name).sort()).toEqual(READ);
});
