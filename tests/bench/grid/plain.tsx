import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { ThemeProvider } from '@mui/material/styles';
import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import { theme } from '#client/app/shell/theme.ts';
import { cellText } from '#client/ui/field-types/registry.ts';
import type { FieldValue } from '#schemas/metadata/value.ts';
import { LookupStore } from '#client/lib/lookup-store.ts';
import { FIELDS, rowsBetween, WIDE_API } from './wide-list.ts';

const LOOKUPS = new LookupStore(WIDE_API);

/** The usual way: the same 100 rows of 50 columns as a table of MUI, every cell of it drawn, in plain text. */
export function mountPlain(root: HTMLElement): () => void {
  const rows = rowsBetween(0, 100);
  const table = (
    <TableContainer sx={{ height: '100%' }}>
      <Table stickyHeader size="small">
        <TableHead>
          <TableRow>
            {FIELDS.map((field) => (
              <TableCell key={field.apiName}>{field.label}</TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={row.id} hover>
              {FIELDS.map((field) => (
                <TableCell key={field.apiName} sx={{ whiteSpace: 'nowrap' }}>
                  {cellText(row[field.apiName] as FieldValue, field, LOOKUPS)}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
  return () => flushSync(() => createRoot(root).render(<ThemeProvider theme={theme}>{table}</ThemeProvider>));
}
