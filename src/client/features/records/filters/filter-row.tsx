import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import KeyboardArrowDown from '@mui/icons-material/KeyboardArrowDown';
import KeyboardArrowUp from '@mui/icons-material/KeyboardArrowUp';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import ToggleButton from '@mui/material/ToggleButton';
import Typography from '@mui/material/Typography';
import type { KeyboardEvent, ReactNode } from 'react';
import type { Comparison } from '#schemas/metadata/condition.ts';
import { listingWords } from '#shared/conditions/condition-words.ts';
import { startComparison } from './comparison-draft.ts';
import { ComparisonEditor } from './comparison-editor.tsx';
import { ExistenceLine } from './existence-line.tsx';
import type { DraftRow } from './filter-draft.ts';
import type { FilterEditing } from './filter-editing.ts';
import { NotedLine } from './noted-line.tsx';
import { LineProblem } from './line-problem.tsx';

interface FilterRowProps {
  readonly row: DraftRow;
  /** Its place as a person counts, such as 2.1. */
  readonly place: string;
  readonly editing: FilterEditing;
  /** What is inside, of a group and of a line about another object. */
  readonly children: ReactNode;
}

/** On narrow screens the buttons are above what is compared, which then has the whole width at any depth. */
const ROW = { gap: 0.5, alignItems: 'flex-start', flexWrap: { xs: 'wrap', sm: 'nowrap' } };
const CONTENT = { flex: { xs: '1 1 100%', sm: '1 1 0' }, order: { xs: 1, sm: 0 }, minWidth: 0 };
const LINE = {
  gap: 1,
  flexWrap: 'wrap',
  alignItems: 'flex-start',
  '& > *:last-child': { flex: '1 1 200px', minWidth: 0 },
};

/** One comparison, one group, or one condition on records that point here, with what can be done to it as a whole. Alt and an arrow move it. */
export function FilterRow({ row, place, editing, children }: FilterRowProps) {
  const { drop, move, change } = editing;
  const what = row.kind === 'group' ? `条件组 ${place}` : `条件 ${place}`;
  const onKey = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    // Inputs would open their lists.
    event.preventDefault();
    event.stopPropagation();
    move(row.key, event.key === 'ArrowUp' ? -1 : 1);
  };
  return (
    <Stack
      direction="row"
      role="group"
      aria-label={what}
      data-row-key={row.key}
      onKeyDownCapture={row.kind === 'comparison' ? onKey : undefined}
      onKeyDown={row.kind === 'comparison' ? undefined : onKey}
      onBlur={(event) => {
        const { relatedTarget, currentTarget } = event;
        // The lists of its own inputs hang elsewhere in the document.
        const isInList = relatedTarget?.closest('.MuiPopover-root, .MuiPopper-root');
        if (!currentTarget.contains(relatedTarget) && !isInList) editing.touch(row.key);
      }}
      sx={ROW}
    >
      <ToggleButton
        value="not"
        size="small"
        selected={row.isNegated}
        aria-label={`${what}取反`}
        title="取反：不满足时才算"
        onChange={() => change({ ...row, isNegated: !row.isNegated })}
        sx={{
          px: 0.75,
          height: 34,
          flex: 'none',
          bgcolor: 'background.paper',
          '&.Mui-selected': { color: 'var(--accent)' },
        }}
      >
        非
      </ToggleButton>
      {row.kind === 'group' && <Box sx={CONTENT}>{children}</Box>}
      {row.kind === 'listing' && (
        <Typography sx={{ ...CONTENT, pt: 0.75 }}>{listingWords(row.listing, editing.lookups)}</Typography>
      )}
      {row.kind === 'noted' && (
        <NotedLine
          noted={row.noted}
          place={place}
          problem={editing.problemOf(row.key)}
          onChange={(noted) => change({ ...row, noted })}
        />
      )}
      {row.kind === 'existence' && (
        <ExistenceLine
          existence={row.existence}
          place={place}
          problem={editing.problemOf(row.key)}
          pointing={editing.scope.pointing}
          onChange={(existence) => change({ ...row, existence })}
        >
          {children}
        </ExistenceLine>
      )}
      {row.kind === 'comparison' && (
        <ComparisonLine
          comparison={row.comparison}
          problem={editing.problemOf(row.key)}
          onChange={(comparison) => change({ ...row, comparison })}
          editing={editing}
        />
      )}
      <Stack direction="row" sx={{ flex: 'none', pt: 0.25, ml: { xs: 'auto', sm: 0 } }}>
        <IconButton aria-label={`${what}上移`} data-part="up" onClick={() => move(row.key, -1, 'up')}>
          <KeyboardArrowUp fontSize="small" />
        </IconButton>
        <IconButton aria-label={`${what}下移`} data-part="down" onClick={() => move(row.key, 1, 'down')}>
          <KeyboardArrowDown fontSize="small" />
        </IconButton>
        <IconButton aria-label={`删除${what}`} onClick={() => drop(row.key)}>
          <DeleteOutlined fontSize="small" />
        </IconButton>
      </Stack>
    </Stack>
  );
}

interface ComparisonLineProps {
  readonly comparison: Comparison;
  readonly problem: string | undefined;
  readonly onChange: (next: Comparison) => void;
  readonly editing: FilterEditing;
}

function ComparisonLine({ comparison, problem, onChange, editing }: ComparisonLineProps) {
  const { fields } = editing.scope;
  const offer = fields.find((offered) => offered.field.apiName === comparison.field);
  const choose = (apiName: string) => {
    const chosen = fields.find((offered) => offered.field.apiName === apiName);
    if (chosen) onChange(startComparison(chosen.field));
  };
  return (
    <Box sx={CONTENT}>
      <Stack direction="row" sx={LINE}>
        <TextField
          select
          label="字段"
          value={offer ? comparison.field : ''}
          onChange={(event) => choose(event.target.value)}
          sx={{ minWidth: 132 }}
        >
          {fields.map((offered) => (
            <MenuItem key={offered.field.apiName} value={offered.field.apiName}>
              {offered.field.label}
            </MenuItem>
          ))}
        </TextField>
        {offer && (
          <ComparisonEditor
            key={comparison.field}
            {...offer}
            comparison={comparison}
            onChange={onChange}
            lookups={editing.lookups}
          />
        )}
      </Stack>
      <LineProblem words={problem} />
    </Box>
  );
}
