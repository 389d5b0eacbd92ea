import Chip from '@mui/material/Chip';
import type { CaseState } from '#schemas/api/identity.ts';
import { STATE_LABELS } from './identity-labels.ts';

/** The state of a submission in a word. */
export function StateChip({ state }: { readonly state: CaseState }) {
  const { label, color } = STATE_LABELS[state];
  return <Chip size="small" variant="outlined" label={label} color={color} />;
}
