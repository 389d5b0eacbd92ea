import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import type { ListColumn } from '#generators/columns.ts';

interface ColumnChooserProps {
  readonly columns: readonly ListColumn[];
  /** Visible columns in order; the name is always the first. */
  readonly visible: readonly string[];
  /** Undefined goes back to the layout. */
  readonly onChange: (next: readonly string[] | undefined) => void;
}

/** Which columns a list shows, and in what order. */
export function ColumnChooser({ columns, visible, onChange }: ColumnChooserProps) {
  const [text, setText] = useState('');
  const ordered = [
    ...visible.flatMap((apiName) => columns.find(({ field }) => field.apiName === apiName) ?? []),
    ...columns.filter(({ field }) => !visible.includes(field.apiName)),
  ];
  const matching = ordered.filter(({ field }) => field.label.includes(text.trim()));
  const toggle = (apiName: string) =>
    onChange(visible.includes(apiName) ? visible.filter((entry) => entry !== apiName) : [...visible, apiName]);
  const move = (apiName: string, by: number) => {
    const at = visible.indexOf(apiName);
    const rest = visible.filter((entry) => entry !== apiName);
    onChange([...rest.slice(0, at + by), apiName, ...rest.slice(at + by)]);
  };
  return (
    <Stack sx={{ p: 2, width: 300, maxWidth: '92vw', maxHeight: '70vh' }}>
      <TextField label="查找列" value={text} onChange={(event) => setText(event.target.value)} />
      <Stack component="ul" sx={{ m: 0, p: 0, mt: 1, listStyle: 'none', overflow: 'auto' }}>
        {matching.map(({ field, isName }) => {
          const at = visible.indexOf(field.apiName);
          return (
            <Stack key={field.apiName} component="li" direction="row" sx={{ alignItems: 'center', minHeight: 34 }}>
              <FormControlLabel
                label={field.label}
                disabled={isName}
                control={<Checkbox size="small" checked={at >= 0} onChange={() => toggle(field.apiName)} />}
                sx={{ flex: 1, minWidth: 0, mr: 0 }}
              />
              {at > 0 && (
                <>
                  <IconButton
                    aria-label={`${field.label}前移`}
                    disabled={at === 1}
                    onClick={() => move(field.apiName, -1)}
                  >
                    <ArrowUpward sx={{ fontSize: 16 }} />
                  </IconButton>
                  <IconButton
                    aria-label={`${field.label}后移`}
                    disabled={at === visible.length - 1}
                    onClick={() => move(field.apiName, 1)}
                  >
                    <ArrowDownward sx={{ fontSize: 16 }} />
                  </IconButton>
                </>
              )}
            </Stack>
          );
        })}
      </Stack>
      <Button onClick={() => onChange(undefined)} sx={{ alignSelf: 'flex-end', mt: 1 }}>
        恢复默认
      </Button>
    </Stack>
  );
}
