/** The areas of the simulated platform: each owner adds a line. */
import { ads } from './ads/area';
import { authorization } from './auth/area';
import { catalog } from './catalog/area';
import { core } from './core/area';
import type { Area } from './frame';
import { webhooks } from './webhooks';

export const areas: readonly Area[] = [ads, authorization, catalog, core, webhooks];
