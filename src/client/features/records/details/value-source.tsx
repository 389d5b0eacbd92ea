import InfoOutlined from '@mui/icons-material/InfoOutlined';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import { useState } from 'react';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { ReasonDialog } from '#client/ui/dialogs/reason-dialog.tsx';
import { LazyPopover } from '#client/ui/lazy-popups.tsx';
import { lazyPart, reserved } from '#client/ui/lazy-part.tsx';
import type { CorrectionStore } from '#client/features/records/sources/correction-store.ts';
import type { DetailPartProps } from './detail-value.tsx';
import type { PinStore } from '#client/features/records/sources/pin-store.ts';
import type { ValueSourceStore } from '#client/features/records/sources/value-source-store.ts';

const ValueSourcePanel = lazyPart(
  async () => (await import('#client/features/records/sources/value-source-panel.tsx')).ValueSourcePanel,
  reserved(<Skeleton variant="rectangular" width={320} height={160} />),
);
const PinDialog = lazyPart(async () => (await import('#client/features/records/sources/pin-dialog.tsx')).PinDialog);
const CorrectionDialog = lazyPart(
  async () => (await import('#client/features/records/sources/correction-dialog.tsx')).CorrectionDialog,
);

/** A small mark behind a label; opens where the value comes from, what became of it, and the way to correct it. */
export function ValueSource({ field, ...part }: DetailPartProps & { readonly field: FieldDefinition }) {
  const { store, options } = part;
  const [open, setOpen] = useState<{ anchor: HTMLElement; source: ValueSourceStore }>();
  const [correction, setCorrection] = useState<CorrectionStore>();
  const [pin, setPin] = useState<PinStore>();
  const [isUnpinning, setUnpinning] = useState(false);
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
        <LazyPopover anchor={open.anchor} title={`${field.label}的来源与时间`} onClose={() => setOpen(undefined)}>
          <ValueSourcePanel
            field={field}
            source={open.source}
            historyOf={store.reply?.editable === true ? store.history : undefined}
            options={options}
            hrefOf={store.countedHref}
            onCorrect={() => {
              setOpen(undefined);
              setCorrection(store.correction(field));
            }}
            onPin={() => {
              setOpen(undefined);
              setPin(store.pin(field));
            }}
            onUnpin={() => {
              setOpen(undefined);
              setUnpinning(true);
            }}
          />
        </LazyPopover>
      )}
      {pin && (
        <PinDialog
          store={pin}
          recordName={store.name}
          lookups={options}
          onPinned={() => void store.load()}
          onClose={() => setPin(undefined)}
        />
      )}
      {isUnpinning && (
        <ReasonDialog
          title={`恢复${field.label}的计算值`}
          consequence="给定值不再采用，页面与列表恢复为计算的值。"
          confirm="恢复计算值"
          onSubmit={(reason) => store.unpin(field.apiName, reason)}
          onClose={() => setUnpinning(false)}
        />
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
