/** Installs the n8n of the tests and of `npm start`, where this machine does not have it yet. */
import { ensureN8n } from './source';

void ensureN8n();
