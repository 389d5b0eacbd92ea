import InfoOutlined from '@mui/icons-material/InfoOutlined';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import { useState } from 'react';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { LazyPopover } from '#client/ui/lazy-popups.tsx';
import { lazyPart, reserved } from '#client/ui/lazy-part.tsx';
import type { CorrectionStore } from './correction-store.ts';
import type { DetailPartProps } from './detail-value.tsx';
import type { ValueSourceStore } from './value-source-store.ts';

const ValueSourcePanel = lazyPart(
  async () => (await import('./value-source-panel.tsx')).ValueSourcePanel,
  reserved(<Skeleton variant="rectangular" width={320} height={160} />),
);
const CorrectionDialog = lazyPart(async () => (await import('./correction-dialog.tsx')).CorrectionDialog);

/** A small mark behind a label; opens where the value comes from, what became of it, and the way to correct it. */
export function ValueSource({ field, ...part }: DetailPartProps & { readonly field: FieldDefinition }) {
  const { store, options } = part;
  const [open, setOpen] = useState<{ anchor: HTMLElement; source: ValueSourceStore }>();
  const [correction, setCorrection] = useState<CorrectionStore>();
  return (
    <>
      <IconButton
        size="small"
        className="detail-history"
        aria-haspopup="dialog"
        aria-expanded={open !== undefined}
        aria-label={`${field.label}的来源与时间`}
        title="来源与时间"
        sx={{ p: '2px' }}
        onClick={({ currentTarget }) => {
          const source = store.source(field.apiName);
          void source.load();
          setOpen({ anchor: currentTarget, source });
        }}
      >
        <InfoOutlined sx={{ fontSize: 16 }} />
      </IconButton>
      {open && (
        <LazyPopover
          open
          anchorEl={open.anchor}
          onClose={() => setOpen(undefined)}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        >
          <ValueSourcePanel
            field={field}
            source={open.source}
            historyOf={store.reply?.editable === true ? store.history : undefined}
            options={options}
            onCorrect={() => {
              setOpen(undefined);
              setCorrection(store.correction(field));
            }}
          />
        </LazyPopover>
      )}
      {correction && (
        <CorrectionDialog
          store={correction}
          recordName={store.name}
          lookups={options}
          onClose={() => setCorrection(undefined)}
        />
      )}
    </>
  );
}
