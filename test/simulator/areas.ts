/**
 * The areas of the simulated X. Where two have a route, the first one answers: a handler of an area comes before
 * `plainCore`, which answers every other operation of the core API with what the facts show (`plain.ts`, the
 * sample in `core-answers.json`). `README.md` describes the whole way.
 */
import { ads } from './ads/area';
import { authorization } from './auth/area';
import { catalog } from './catalog/area';
import { chat } from './chat/area';
import { core } from './core/area';
import type { Area } from './frame';
import { plainCore } from './plain';
import { streams } from './streams';
import { webhooks } from './webhooks';

export const areas: readonly Area[] = [ads, authorization, catalog, streams, chat, core, webhooks, plainCore];
