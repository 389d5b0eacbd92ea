import { observer } from 'mobx-react-lite';
import { useContext } from 'react';
import { RecordHrefContext } from '#client/ui/field-types/cells/record-href.ts';
import { Toast } from '#client/ui/toast.tsx';
import type { FormsStore } from './forms-store.ts';

/** The word of success, with the way to the record. */
export const SavedToast = observer(function SavedToast({ forms }: { readonly forms: FormsStore }) {
  const recordHref = useContext(RecordHrefContext);
  const { notice } = forms;
  if (!notice) return null;
  return (
    <Toast key={notice.id} onEnd={() => forms.acknowledge()}>
      {notice.text}
      <a href={recordHref(notice.objectApiName, notice.id)} target="_blank" rel="noopener">
        查看
      </a>
    </Toast>
  );
});
