import Add from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { MAX_EXISTENCE_DEPTH } from '#schemas/generated/metadata/condition.ts';
import { startComparison } from './comparison-draft.ts';
import { type DraftScope, scopeOf } from './draft-problems.ts';
import {
  comparisonRow,
  existenceRow,
  groupRow,
  notedRow,
  type DraftExistence,
  type DraftGroup,
} from './filter-draft.ts';
import type { FilterEditing } from './filter-editing.ts';
import { FilterRow } from './filter-row.tsx';

interface FilterGroupProps {
  readonly group: DraftGroup;
  /** Undefined for the outermost. */
  readonly groupKey?: number;
  readonly place?: string;
  /** What it means that there is no line. */
  readonly emptyWords?: string;
  readonly editing: FilterEditing;
}

const INNER = {
  p: { xs: 0.75, sm: 1.25 },
  minWidth: 0,
  borderLeft: '3px solid var(--line-strong)',
  borderRadius: 1,
  bgcolor: 'var(--canvas)',
};
/** While the list of the other object is being read there is nothing to choose from. */
const scopeFor = ({ objectApiName }: DraftExistence, { lookups, scope }: FilterEditing): DraftScope => {
  const view = lookups.listView?.(objectApiName);
  return view ? scopeOf(view, scope.lastLook) : { ...scope, fields: [], pointing: [], hasNotes: false };
};

/** Groups in groups; with their opposites these stay within what the condition language takes. */
const MAX_NESTING = 4;

/** Every line has the same parts in the same order: their labels are for assistive technology alone. */
const LINES = { '& .MuiInputLabel-root': { position: 'absolute', clipPath: 'inset(50%)', whiteSpace: 'nowrap' } };

/** Conditions under one and/or, and the buttons that add to them. */
export function FilterGroup(props: FilterGroupProps) {
  const { group, groupKey, place = '', emptyWords = '这一组没有条件，应用时忽略。', editing } = props;
  const { join, rows } = group;
  const { scope, within } = editing;
  const first = scope.fields[0];
  const [pointing] = within < MAX_EXISTENCE_DEPTH ? scope.pointing : [];
  const isOuter = groupKey === undefined;
  const nesting = place === '' ? 0 : place.split('.').length;
  const prefix = place === '' ? '' : `${place}.`;
  return (
    <Stack sx={{ gap: 1.25, ...LINES, ...(!isOuter && INNER) }}>
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
            {row.kind === 'existence' && (
              <FilterGroup
                group={row.existence.filter}
                groupKey={row.key}
                place={rowPlace}
                emptyWords="没有条件，这些关联记录都算。"
                editing={{ ...editing, scope: scopeFor(row.existence, editing), within: within + 1 }}
              />
            )}
          </FilterRow>
        );
      })}
      {rows.length === 0 && (
        <Typography variant="body2" color="textSecondary">
          {isOuter ? '没有条件，显示全部记录。' : emptyWords}
        </Typography>
      )}
      {first && (
        <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }} data-add-to={groupKey ?? 'outer'}>
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
          {pointing && (
            <Button
              startIcon={<Add />}
              onClick={() =>
                editing.add(
                  groupKey,
                  existenceRow(
                    pointing.objectApiName,
                    pointing.fields.map(({ apiName }) => apiName),
                  ),
                )
              }
            >
              添加关联记录条件
            </Button>
          )}
          {scope.hasNotes && (
            <Button startIcon={<Add />} onClick={() => editing.add(groupKey, notedRow())}>
              添加笔记条件
            </Button>
          )}
        </Stack>
      )}
    </Stack>
  );
}
