import type { N8n } from '../../../scripts/runtime/n8n';

const ADDRESS = 'X_E2E_N8N_URL';
const FOLDER = 'X_E2E_N8N_FOLDER';

const holder: typeof globalThis & { n8nOfThisRun?: N8n } = globalThis;

/** Keeps the run's n8n for the teardown, and gives the test files its address and the folder of its data. */
export function keep(n8n: N8n): void {
	holder.n8nOfThisRun = n8n;
	process.env[ADDRESS] = n8n.url;
	process.env[FOLDER] = n8n.userFolder;
}

/** The n8n that the set-up started, if it came that far. */
export function kept(): N8n | undefined {
	return holder.n8nOfThisRun;
}

/** Address of the run's n8n, in a test file. */
export const n8nAddress = (): string => told(ADDRESS);

/** Folder of the run's n8n, in a test file. */
export const n8nFolder = (): string => told(FOLDER);

/** Folder of the browser, beside it: each test file goes on with what the ones before have loaded. */
export const profileFolder = (folder = n8nFolder()): string => `${folder}-browser`;

function told(name: string): string {
	const value = process.env[name];
	if (value === undefined) throw new Error('No n8n was started: run these tests with "npm run test:e2e"');
	return value;
}
