/** Installs the n8n of the tests and of `npm start`, where this machine does not have it yet. */
import { ensureRuntime } from './install';

void ensureRuntime();
