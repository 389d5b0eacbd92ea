import type { FieldDefinition } from '#schemas/metadata/field.ts';

const STAFF: readonly string[] = ['staff'];

/**
 * Roles whose users read the value of every record that they may open; undefined for all users. Limits leave some values
 * out for some users, so that staff alone are sure to read them all. Sealed values are not asked about.
 */
export const readersOf = ({ config }: Pick<FieldDefinition, 'config'>): readonly string[] | undefined =>
  config?.limits === undefined ? config?.visibleTo : STAFF;
