import type { ReactNode } from 'react';
import type { ImportState } from '#schemas/api/imports.ts';
import type { OptionTone } from '#schemas/metadata/option-set.ts';
import { Chip } from '#client/ui/field-types/cells/chip.tsx';

const TONES: Readonly<Record<ImportState, OptionTone | undefined>> = {
  draft: undefined,
  queued: 'busy',
  running: 'busy',
  stopped: 'warn',
  interrupted: 'warn',
  failed: 'bad',
  finished: 'good',
};

/** The state of an import; the words say all that the colour does. */
export const StateChip = ({ state, children }: { readonly state: ImportState; readonly children: ReactNode }) => (
  <Chip tone={TONES[state]}>{children}</Chip>
);
