import type { N8n } from '../../../scripts/runtime/n8n';

const ADDRESS = 'X_E2E_N8N_URL';

const holder: typeof globalThis & { n8nOfThisRun?: N8n } = globalThis;

/** Keeps the run's n8n for the teardown, and tells the test files its address. */
export function keep(n8n: N8n): void {
	holder.n8nOfThisRun = n8n;
	process.env[ADDRESS] = n8n.url;
}

/** The n8n that the set-up started, if it came that far. */
export function kept(): N8n | undefined {
	return holder.n8nOfThisRun;
}

/** Address of the run's n8n, in a test file. */
export function n8nAddress(): string {
	const url = process.env[ADDRESS];
	if (url === undefined) throw new Error('No n8n was started: run these tests with "npm run test:e2e"');
	return url;
}
