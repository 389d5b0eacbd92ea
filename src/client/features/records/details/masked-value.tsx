import Button from '@mui/material/Button';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { ReasonDialog } from '#client/ui/dialogs/reason-dialog.tsx';
import type { RecordDetailStore } from './record-detail-store.ts';

interface MaskedValueProps {
  readonly store: RecordDetailStore;
  readonly field: FieldDefinition;
  readonly masked: string;
}

/** A sealed value without its middle, and the way for staff to open it: with a reason that the log keeps. */
export const MaskedValue = observer(function MaskedValue({ store, field, masked }: MaskedValueProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      {masked}
      <Button
        size="small"
        aria-label={`查看完整${field.label}`}
        onClick={() => setAsking(true)}
        sx={{ ml: 1, py: 0, minWidth: 0 }}
      >
        查看
      </Button>
      {isAsking && (
        <ReasonDialog
          title={`查看完整${field.label}`}
          consequence="查看加密内容会写入操作日志。请仅在核实身份、处理投诉等必要时查看。"
          confirm="查看"
          onSubmit={(reason) => store.reveal(field.apiName, reason)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
});
