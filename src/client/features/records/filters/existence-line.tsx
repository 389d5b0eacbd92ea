import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import type { ReactNode } from 'react';
import type { DraftScope } from './draft-problems.ts';
import type { DraftExistence } from './filter-draft.ts';
import { LineProblem } from './line-problem.tsx';

interface ExistenceLineProps {
  readonly existence: DraftExistence;
  /** The place of its line as a person counts. */
  readonly place: string;
  readonly problem: string | undefined;
  readonly pointing: DraftScope['pointing'];
  readonly onChange: (next: DraftExistence) => void;
  /** The conditions on those records. */
  readonly children: ReactNode;
}

/** Which records point here, how many at least, and below what is asked of them. */
export function ExistenceLine({ existence, place, problem, pointing, onChange, children }: ExistenceLineProps) {
  const { objectApiName, fields, atLeast } = existence;
  const object = pointing.find((one) => one.objectApiName === objectApiName);
  const choose = (apiName: string) => {
    const links = pointing.find((one) => one.objectApiName === apiName)?.fields ?? [];
    onChange({
      ...existence,
      objectApiName: apiName,
      fields: links.map((link) => link.apiName),
      filter: { join: 'and', rows: [] },
    });
  };
  return (
    <Box sx={{ flex: '1 1 0', minWidth: 0 }}>
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', mb: 1 }}>
        <TextField
          select
          label="关联记录"
          value={object ? objectApiName : ''}
          onChange={(event) => choose(event.target.value)}
          sx={{ minWidth: 132 }}
        >
          {pointing.map((one) => (
            <MenuItem key={one.objectApiName} value={one.objectApiName}>
              {one.label}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          select
          label="经由字段"
          value={fields}
          onChange={(event) => onChange({ ...existence, fields: [event.target.value].flat() })}
          slotProps={{ select: { multiple: true } }}
          sx={{ minWidth: 132 }}
        >
          {object?.fields.map((link) => (
            <MenuItem key={link.apiName} value={link.apiName}>
              {link.label}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          type="number"
          label="至少几条"
          value={atLeast ?? ''}
          onChange={(event) =>
            onChange({ ...existence, atLeast: event.target.value === '' ? undefined : Number(event.target.value) })
          }
          slotProps={{ htmlInput: { min: 1, step: 1, 'aria-label': `条件 ${place} 至少几条` } }}
          sx={{ width: 104 }}
        />
      </Stack>
      <LineProblem words={problem} />
      {children}
    </Box>
  );
}
