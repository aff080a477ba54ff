import type { Resource } from '../../shared/operation/operation';
import { activeEntityResource } from './activeEntity';
import { reachResource } from './reach';
import { reportResource } from './report';

/** Every resource of analytics; the first one is what a new node shows. */
export const resources: readonly Resource[] = [reportResource, activeEntityResource, reachResource];
