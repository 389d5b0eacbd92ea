import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import type { Noted } from '#schemas/metadata/condition.ts';
import { MAX_NOTED } from '#schemas/generated/metadata/condition.ts';
import { LineProblem } from './line-problem.tsx';

/** What is asked of notes: that the user wrote one, or that one which they wrote, or may read, holds some words. */
const WAYS = [
  { value: 'mine', label: '有我的笔记' },
  { value: 'ownContains', label: '我的笔记包含' },
  { value: 'contains', label: '笔记包含（含同事共享）' },
] as const;
type Way = (typeof WAYS)[number]['value'];

const wayOf = ({ isOwn, contains }: Noted['noted']): Way => {
  if (contains === undefined) return 'mine';
  return isOwn ? 'ownContains' : 'contains';
};

interface NotedLineProps {
  readonly noted: Noted['noted'];
  /** The place of its line as a person counts. */
  readonly place: string;
  readonly problem: string | undefined;
  readonly onChange: (next: Noted['noted']) => void;
}

/** One condition on notes. */
export function NotedLine({ noted, place, problem, onChange }: NotedLineProps) {
  const { contains = '' } = noted;
  const choose = (way: string) => {
    if (way === 'mine') onChange({ isOwn: true });
    else onChange({ ...(way === 'ownContains' && { isOwn: true as const }), contains });
  };
  return (
    <Box sx={{ flex: { xs: '1 1 100%', sm: '1 1 0' }, order: { xs: 1, sm: 0 }, minWidth: 0 }}>
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
        <TextField
          select
          label="笔记"
          value={wayOf(noted)}
          onChange={(event) => choose(event.target.value)}
          sx={{ minWidth: 132 }}
        >
          {WAYS.map(({ value, label }) => (
            <MenuItem key={value} value={value}>
              {label}
            </MenuItem>
          ))}
        </TextField>
        {noted.contains !== undefined && (
          <TextField
            value={contains}
            onChange={(event) => onChange({ ...noted, contains: event.target.value })}
            placeholder="笔记中的字词"
            error={problem !== undefined}
            slotProps={{ htmlInput: { 'aria-label': `条件 ${place} 笔记中的字词`, maxLength: MAX_NOTED } }}
            sx={{ flex: '1 1 200px', minWidth: 0 }}
          />
        )}
      </Stack>
      <LineProblem words={problem} />
    </Box>
  );
}
