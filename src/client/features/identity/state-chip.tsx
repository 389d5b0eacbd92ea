import Chip from '@mui/material/Chip';
import type { CaseState } from '#schemas/api/identity.ts';
import { STATE_WORDS } from './kind-words.ts';

/** The state of a submission in a word. */
export function StateChip({ state }: { readonly state: CaseState }) {
  const { label, color } = STATE_WORDS[state];
  return <Chip size="small" variant="outlined" label={label} color={color} />;
}
