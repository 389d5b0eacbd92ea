import type { ReactNode } from 'react';
import type { OwnerProof } from './keys-store.ts';

/** The fields by which the owner is proved; the account feature gives them. */
export interface OwnerPart {
  readonly fields: (problem: string | undefined) => ReactNode;
  /** What was typed; undefined until there is something to send. */
  readonly proof: () => OwnerProof | undefined;
  readonly forget: () => void;
}
