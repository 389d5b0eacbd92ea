import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { BulkTask } from '#schemas/api/bulk.ts';
import { MAX_BULK_CHANGES } from '#schemas/generated/api/bulk.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { ReasonDialog } from '#client/ui/dialogs/reason-dialog.tsx';
import { PlainButton } from '#client/ui/plain-button.tsx';
import type { BulkStore } from './bulk-store.ts';
import { bulkFields, ChangeDraft } from './change-draft.ts';
import { ChangeRow } from './change-row.tsx';

interface BulkOrderDialogProps {
  readonly store: BulkStore;
  readonly object: ObjectDefinition;
  readonly task: BulkTask;
  readonly isOpen: boolean;
}

/** What is to be done to the records picked, and why. */
export const BulkOrderDialog = observer(function BulkOrderDialog(props: BulkOrderDialogProps) {
  const { store, object, task, isOpen } = props;
  const isEdit = task === 'edit';
  const [drafts, setDrafts] = useState(() => (isEdit ? [new ChangeDraft(0, store.today)] : []));
  const fields = bulkFields(object);
  const taken = new Set(drafts.map(({ field }) => field?.apiName));
  const submit = async (reason: string) => {
    if (!drafts.map((draft) => draft.judge()).every(Boolean)) return false;
    const refused = await store.preview(
      drafts.flatMap(({ change }) => change ?? []),
      reason,
    );
    if (refused) throw refused;
    return false;
  };
  return (
    <ReasonDialog
      title={`${isEdit ? '批量编辑' : '批量归档'}${object.label}`}
      size="sm"
      isOpen={isOpen}
      confirm="预览"
      consequence={
        isEdit
          ? '先预览修改前后的结果，确认后才会写入；完成后可以整批撤销。'
          : '归档的记录不再出现在列表、搜索、统计与导出中，引用它们的记录保持不变；随时可以恢复，也可以整批撤销。'
      }
      isReady={drafts.every(({ field }) => field !== undefined)}
      onSubmit={submit}
      onClose={store.close}
    >
      {drafts.map((draft) => (
        <ChangeRow
          key={draft.key}
          draft={draft}
          object={object}
          fields={fields.filter((field) => field.apiName === draft.field?.apiName || !taken.has(field.apiName))}
          lookups={store.lookups}
          onRemove={drafts.length > 1 ? () => setDrafts(drafts.filter((other) => other !== draft)) : undefined}
        />
      ))}
      {isEdit && drafts.length < Math.min(MAX_BULK_CHANGES, fields.length) && (
        <div>
          <PlainButton
            onClick={() => setDrafts([...drafts, new ChangeDraft((drafts.at(-1)?.key ?? 0) + 1, store.today)])}
          >
            再改一个字段
          </PlainButton>
        </div>
      )}
    </ReasonDialog>
  );
});
