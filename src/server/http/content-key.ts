import { createHash } from 'node:crypto';

/**
 * The key of a call that brings none: the same content of the same user again is the same action, so that a call that
 * is repeated because its answer was lost does nothing twice.
 */
export const contentKey = (content: unknown): string =>
  `content-${createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 48)}`;
