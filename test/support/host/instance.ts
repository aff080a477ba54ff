/**
 * The surroundings that n8n-core reads from the process when it loads: a private user folder that goes away with the
 * process, a fixed encryption key, and the expression engine that needs no native add-on. Import this before n8n-core.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const USER_FOLDER = mkdtempSync(join(tmpdir(), 'x-platform-harness-'));

Object.assign(process.env, {
	N8N_USER_FOLDER: USER_FOLDER,
	N8N_ENCRYPTION_KEY: 'harness-encryption-key',
	N8N_EXPRESSION_ENGINE: 'legacy',
	N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem',
	N8N_BINARY_DATA_STORAGE_PATH: join(USER_FOLDER, 'binary-data'),
	N8N_LOG_LEVEL: 'silent',
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
});

process.once('exit', () => rmSync(USER_FOLDER, { recursive: true, force: true }));
