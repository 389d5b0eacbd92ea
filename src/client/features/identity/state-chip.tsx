import type { CaseState } from '#schemas/api/identity.ts';
import { Chip } from '#client/ui/field-types/cells/chip.tsx';
import { STATE_LABELS } from './identity-labels.ts';

/** The state of a submission in a word. */
export function StateChip({ state }: { readonly state: CaseState }) {
  const { label, tone } = STATE_LABELS[state];
  return <Chip tone={tone}>{label}</Chip>;
}
