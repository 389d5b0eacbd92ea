import type { ReactNode } from 'react';
import type { ImportState } from '#schemas/api/imports.ts';

const KINDS: Readonly<Record<ImportState, string>> = {
  draft: 'plain',
  queued: 'busy',
  running: 'busy',
  stopped: 'warn',
  interrupted: 'warn',
  failed: 'bad',
  finished: 'good',
};

/** The state of an import; the words say all that the colour does. */
export function StateChip({ state, children }: { readonly state: ImportState; readonly children: ReactNode }) {
  return <span className={`imp-chip imp-chip-${KINDS[state]}`}>{children}</span>;
}
