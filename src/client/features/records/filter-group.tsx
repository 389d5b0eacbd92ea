import Add from '@mui/icons-material/Add';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import type { Comparison, Condition } from '#schemas/metadata/condition.ts';
import type { FilterField } from '#generators/filters.ts';
import type { FieldLookups } from '#client/ui/field-types/field-type-ui.ts';
import { startComparison } from './comparison-draft.ts';
import { ComparisonEditor } from './comparison-editor.tsx';
import { comparisonRow, groupRow, type DraftGroup, type DraftRow } from './filter-draft.ts';

interface SharedProps {
  readonly fields: readonly FilterField[];
  readonly lookups: FieldLookups;
  /** Groups may stand inside it. */
  readonly isOuter: boolean;
  /** What is wrong with a line, once the person has tried to apply it. */
  readonly problemOf: (comparison: Comparison) => string | undefined;
  readonly wordsOf: (condition: Condition) => string;
}

interface FilterGroupProps extends SharedProps {
  readonly group: DraftGroup;
  readonly onChange: (next: DraftGroup) => void;
}

const INNER = { p: 1.5, flex: 1, border: 1, borderColor: 'divider', borderRadius: 1, bgcolor: 'background.default' };

/** Conditions under one and/or, and the buttons that add to them. */
export function FilterGroup({ group, onChange, ...shared }: FilterGroupProps) {
  const { fields, isOuter } = shared;
  const { join, rows } = group;
  const fresh = fields[0] && startComparison(fields[0].field);
  const change = (next: DraftRow) => onChange({ join, rows: rows.map((row) => (row.key === next.key ? next : row)) });
  const drop = (key: number) => onChange({ join, rows: rows.filter((row) => row.key !== key) });
  const add = (row: DraftRow) => onChange({ join, rows: [...rows, row] });
  return (
    <Stack sx={{ gap: 1.25, ...(!isOuter && INNER) }}>
      <Stack direction="row" sx={{ gap: 1, alignItems: 'center' }}>
        <Typography variant="body2">满足以下</Typography>
        <TextField
          select
          value={join}
          onChange={(event) => onChange({ join: event.target.value === 'or' ? 'or' : 'and', rows })}
          slotProps={{ htmlInput: { 'aria-label': '条件之间的关系' } }}
        >
          <MenuItem value="and">全部条件</MenuItem>
          <MenuItem value="or">任一条件</MenuItem>
        </TextField>
      </Stack>
      {rows.map((row, place) => (
        <Stack key={row.key} direction="row" sx={{ gap: 1, alignItems: 'flex-start' }}>
          <FilterRow {...shared} row={row} onChange={change} />
          <IconButton aria-label={`删除第 ${place + 1} 个条件`} onClick={() => drop(row.key)} sx={{ mt: 0.5 }}>
            <DeleteOutlined fontSize="small" />
          </IconButton>
        </Stack>
      ))}
      {fresh && (
        <Stack direction="row" sx={{ gap: 1 }}>
          <Button startIcon={<Add />} onClick={() => add(comparisonRow(fresh))}>
            添加条件
          </Button>
          {isOuter && (
            <Button startIcon={<Add />} onClick={() => add(groupRow(join, fresh))}>
              添加条件组
            </Button>
          )}
        </Stack>
      )}
    </Stack>
  );
}

interface FilterRowProps extends SharedProps {
  readonly row: DraftRow;
  readonly onChange: (next: DraftRow) => void;
}

const LINE = {
  gap: 1,
  flexWrap: 'wrap',
  alignItems: 'flex-start',
  '& > *:last-child': { flex: '1 1 200px', minWidth: 0 },
};

function FilterRow({ row, onChange, ...shared }: FilterRowProps) {
  const { fields, lookups, problemOf, wordsOf } = shared;
  if (row.kind === 'kept') return <Typography sx={{ flex: 1, py: 1 }}>{wordsOf(row.condition)}</Typography>;
  if (row.kind === 'group') {
    return (
      <FilterGroup {...shared} isOuter={false} group={row.group} onChange={(group) => onChange({ ...row, group })} />
    );
  }
  const { comparison } = row;
  const field = fields.find((offered) => offered.field.apiName === comparison.field)?.field;
  const problem = problemOf(comparison);
  const compare = (next: Comparison) => onChange({ ...row, comparison: next });
  const choose = (apiName: string) => {
    const chosen = fields.find((offered) => offered.field.apiName === apiName);
    if (chosen) compare(startComparison(chosen.field));
  };
  return (
    <Box sx={{ flex: 1, minWidth: 0 }}>
      <Stack direction="row" sx={LINE}>
        <TextField
          select
          label="字段"
          value={field ? comparison.field : ''}
          onChange={(event) => choose(event.target.value)}
          sx={{ minWidth: 140 }}
        >
          {fields.map((offered) => (
            <MenuItem key={offered.field.apiName} value={offered.field.apiName}>
              {offered.field.label}
            </MenuItem>
          ))}
        </TextField>
        {field && (
          <ComparisonEditor
            key={comparison.field}
            field={field}
            comparison={comparison}
            onChange={compare}
            lookups={lookups}
          />
        )}
      </Stack>
      {problem !== undefined && (
        <Typography role="alert" variant="body2" color="error" sx={{ mt: 0.5 }}>
          {problem}
        </Typography>
      )}
    </Box>
  );
}
