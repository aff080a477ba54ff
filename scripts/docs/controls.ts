/** The controls of the simulated X as a table, made of what they say of themselves. */
import { areas } from '../../test/simulator/areas';

/** One row for each control, by area. */
export function controlsTable(): string {
	const rows = areas.flatMap(({ name, controls }) =>
		Object.entries(controls).map(
			([action, description]) => `| ${name} | ${action} | ${description.replaceAll('|', '\\|')} |`,
		),
	);
	return ['| Area | Control | What it does |', '|---|---|---|', ...rows, ''].join('\n');
}
