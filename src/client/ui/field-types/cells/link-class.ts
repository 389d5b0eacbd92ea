import type { ReferenceValue } from '#schemas/metadata/value.ts';
import './cells.css';

/** The classes of a link to a record: one to an archived record is grey. */
export const linkClass = (kind: string, { archived }: ReferenceValue): string =>
  archived === true ? `${kind} archived-link` : kind;
