import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { LeaveGuard } from '#client/ui/leave-guard.tsx';
import { ClashDialog } from './clash-dialog.tsx';
import { FormNotices } from './form-notices.tsx';
import { FormFailure, FormSkeleton } from './form-states.tsx';
import type { FormsStore } from './forms-store.ts';
import { RecordFormView } from './record-form-view.tsx';

interface InlineFormProps {
  readonly forms: FormsStore;
  readonly objectApiName: string;
  /** Absent for a new record. */
  readonly id: string | undefined;
  readonly onSaved: () => void;
  readonly onCancel: () => void;
}

/** The form of a record as a part of another page. Another record needs another key. */
export const InlineForm = observer(function InlineForm({
  forms,
  objectApiName,
  id,
  onSaved,
  onCancel,
}: InlineFormProps) {
  const [record] = useState(() => forms.form(objectApiName, id));
  useEffect(() => {
    void record.open();
    return () => record.close();
  }, [record]);
  const { form, failure, clash } = record;
  if (failure) return <FormFailure failure={failure} onRetry={() => record.open()} />;
  if (!form) return <FormSkeleton />;
  return (
    <div>
      <FormNotices record={record} />
      <RecordFormView forms={forms} record={record} onCancel={onCancel} onSaved={onSaved} />
      {clash && (
        <ClashDialog clash={clash} shape={form.shape} options={forms.lookups} onSettle={() => record.settleClash()} />
      )}
      <LeaveGuard subject={form} {...(record.drafts && { draft: record.drafts })} stayLabel="继续填写" isOnAPage>
        已修改 {form.changed.size} 项。离开后可凭草稿继续填写，草稿只存于本机。
      </LeaveGuard>
    </div>
  );
});
