import type { ObjectDefinition } from '#schemas/metadata/object.ts';

/** May two records of an object be merged? Not those that a feature keeps, nor those that each belong to one user. */
export const isMergeable = ({ kind, access }: Pick<ObjectDefinition, 'kind' | 'access'>): boolean =>
  kind !== 'system' && access.rows !== 'own' && access.list !== 'owner' && access.detail !== 'owner';
