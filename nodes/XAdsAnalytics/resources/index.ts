import type { Resource } from '../../shared/operation/operation';
import { activeEntityResource } from './activeEntity';
import { reachResource } from './reach';
import { reportResource } from './report';

export const resources: readonly Resource[] = [reportResource, activeEntityResource, reachResource];
