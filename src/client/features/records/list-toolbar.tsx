import Add from '@mui/icons-material/Add';
import DensityMedium from '@mui/icons-material/DensityMedium';
import ViewColumn from '@mui/icons-material/ViewColumnOutlined';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import { lazy, Suspense, useState } from 'react';
import type { ListColumn } from '#generators/columns.ts';
import { LateMenu, LatePopover } from '#client/ui/late-popups.tsx';
import { formPath, hashAddress } from '#client/lib/router.ts';
import { KeywordField } from './keyword-field.tsx';
import { DENSITIES, type Density, type ListState } from './list-state.ts';

const ColumnChooser = lazy(async () => ({ default: (await import('./column-chooser.tsx')).ColumnChooser }));

const DENSITY_LABELS: Readonly<Record<Density, string>> = { compact: '紧凑', standard: '标准', comfortable: '宽松' };
const TOOL = { flex: 'none' };

interface ListToolbarProps {
  readonly objectApiName: string;
  readonly state: ListState;
  readonly onChange: (next: ListState) => void;
  readonly columns: readonly ListColumn[];
  readonly visible: readonly string[];
  readonly isCreatable: boolean;
}

/** Keyword, columns, density and 新建. */
export function ListToolbar({ objectApiName, state, onChange, columns, visible, isCreatable }: ListToolbarProps) {
  const [columnsAt, setColumnsAt] = useState<HTMLElement | null>(null);
  const [densityAt, setDensityAt] = useState<HTMLElement | null>(null);
  return (
    <Stack
      direction="row"
      sx={{
        gap: 1,
        alignItems: 'center',
        flexWrap: 'nowrap',
        flex: '1 1 320px',
        justifyContent: 'flex-end',
        minWidth: 0,
      }}
    >
      <KeywordField value={state.keyword} onChange={(keyword) => onChange({ ...state, keyword })} />
      <Button
        color="inherit"
        startIcon={<ViewColumn />}
        aria-haspopup="dialog"
        sx={TOOL}
        onClick={(event) => setColumnsAt(event.currentTarget)}
      >
        列
      </Button>
      <LatePopover
        open={columnsAt !== null}
        anchorEl={columnsAt}
        onClose={() => setColumnsAt(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': '选择列' } }}
      >
        <Suspense fallback={<Skeleton variant="rectangular" width={300} height={360} />}>
          <ColumnChooser
            columns={columns}
            visible={visible}
            onChange={(next) => onChange({ ...state, columns: next })}
          />
        </Suspense>
      </LatePopover>
      <Button
        color="inherit"
        startIcon={<DensityMedium />}
        aria-haspopup="menu"
        sx={{ ...TOOL, display: { xs: 'none', sm: 'inline-flex' } }}
        onClick={(event) => setDensityAt(event.currentTarget)}
      >
        {DENSITY_LABELS[state.density]}
      </Button>
      <LateMenu
        anchor={densityAt}
        onClose={() => setDensityAt(null)}
        choices={DENSITIES.map((density) => ({
          label: DENSITY_LABELS[density],
          isSelected: density === state.density,
          onChoose: () => onChange({ ...state, density }),
        }))}
      />
      {isCreatable && (
        <Button variant="contained" startIcon={<Add />} sx={TOOL} href={hashAddress(formPath(objectApiName))}>
          新建
        </Button>
      )}
    </Stack>
  );
}
