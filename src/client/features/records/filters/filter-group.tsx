import Add from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { startComparison } from './comparison-draft.ts';
import { comparisonRow, groupRow, type DraftGroup } from './filter-draft.ts';
import type { FilterEditing } from './filter-editing.ts';
import { FilterRow } from './filter-row.tsx';

interface FilterGroupProps {
  readonly group: DraftGroup;
  /** Undefined for the outermost. */
  readonly groupKey?: number;
  readonly place?: string;
  readonly editing: FilterEditing;
}

const INNER = {
  p: { xs: 0.75, sm: 1.25 },
  minWidth: 0,
  borderLeft: '3px solid var(--line-strong)',
  borderRadius: 1,
  bgcolor: 'var(--canvas)',
};
/** Groups in groups; with their opposites these stay within what the condition language takes. */
const MAX_NESTING = 4;

/** Conditions under one and/or, and the buttons that add to them. */
export function FilterGroup({ group: { join, rows }, groupKey, place = '', editing }: FilterGroupProps) {
  const first = editing.fields[0];
  const isOuter = groupKey === undefined;
  const nesting = place === '' ? 0 : place.split('.').length;
  const prefix = place === '' ? '' : `${place}.`;
  return (
    <Stack sx={{ gap: 1.25, ...(!isOuter && INNER) }}>
      <Stack direction="row" sx={{ gap: 1, alignItems: 'center' }}>
        <Typography variant="body2" sx={{ flex: 'none' }}>
          满足以下
        </Typography>
        <TextField
          select
          value={join}
          onChange={(event) => editing.setJoin(groupKey, event.target.value === 'or' ? 'or' : 'and')}
          slotProps={{ htmlInput: { 'aria-label': isOuter ? '条件之间的关系' : `条件组 ${place} 内的关系` } }}
        >
          <MenuItem value="and">全部条件</MenuItem>
          <MenuItem value="or">任一条件</MenuItem>
        </TextField>
      </Stack>
      {rows.map((row, index) => {
        const rowPlace = `${prefix}${index + 1}`;
        return (
          <FilterRow key={row.key} row={row} place={rowPlace} editing={editing}>
            {row.kind === 'group' && (
              <FilterGroup group={row.group} groupKey={row.key} place={rowPlace} editing={editing} />
            )}
          </FilterRow>
        );
      })}
      {rows.length === 0 && (
        <Typography variant="body2" color="textSecondary">
          {isOuter ? '没有条件，显示全部记录。' : '这一组没有条件，应用时忽略。'}
        </Typography>
      )}
      {first && (
        <Stack direction="row" sx={{ gap: 1 }} data-add-to={groupKey ?? 'outer'}>
          <Button
            startIcon={<Add />}
            onClick={() => editing.add(groupKey, comparisonRow(startComparison(first.field)))}
          >
            添加条件
          </Button>
          {nesting < MAX_NESTING && (
            <Button
              startIcon={<Add />}
              onClick={() => editing.add(groupKey, groupRow(join, startComparison(first.field)))}
            >
              添加条件组
            </Button>
          )}
        </Stack>
      )}
    </Stack>
  );
}
