import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { detailPath, formPath } from '#client/lib/router.ts';
import { LeaveGuard } from '#client/ui/leave-guard.tsx';
import type { AccountDraft } from './account-draft.ts';
import { FormOutline } from './form-outline.tsx';
import { FormFailure, FormSkeleton } from './form-states.tsx';
import type { FormsStore } from './forms-store.ts';
import { ClashDialog } from './clash-dialog.tsx';
import { FormNotices } from './form-notices.tsx';
import type { RecordForm } from './record-form.ts';
import { RecordFormView } from './record-form-view.tsx';

interface FormPageProps {
  readonly forms: FormsStore;
  /** What the server keeps of a new record that is half filled. */
  readonly draft?: AccountDraft | undefined;
}

/** `/form/{objectApiName}` and `/form/{objectApiName}/{id}`: creates or edits a record of any object. */
export const FormPage = observer(function FormPage({ forms, draft }: FormPageProps) {
  const { objectApiName = '', id } = useParams();
  // Another record is another form: nothing of the one before may stay.
  return (
    <OneForm key={`${objectApiName}/${id ?? ''}`} forms={forms} objectApiName={objectApiName} id={id} draft={draft} />
  );
});

interface OneFormProps {
  readonly forms: FormsStore;
  readonly objectApiName: string;
  readonly id: string | undefined;
  readonly draft: AccountDraft | undefined;
}

const OneForm = observer(function OneForm({ forms, objectApiName, id, draft }: OneFormProps) {
  const [record] = useState(() => forms.form(objectApiName, id, draft && { draft }));
  useEffect(() => {
    void record.open();
    return () => record.close();
  }, [record]);

  const navigate = useNavigate();
  const { mergedInto } = record;
  useEffect(() => {
    if (mergedInto !== undefined) void navigate(formPath(objectApiName, mergedInto), { replace: true });
  }, [mergedInto, navigate, objectApiName]);

  if (record.failure) return <FormFailure isPage failure={record.failure} onRetry={() => record.open()} />;
  return (
    <Box sx={{ maxWidth: 1320, px: 'var(--page-edge)', pt: 2 }}>
      {record.form ? <Filling forms={forms} record={record} /> : <FormSkeleton />}
    </Box>
  );
});

const Filling = observer(function Filling({
  forms,
  record,
}: {
  readonly forms: FormsStore;
  readonly record: RecordForm;
}) {
  const navigate = useNavigate();
  const { form, objectApiName, id, clash } = record;
  if (!form) return null;
  const { definition } = form.shape;
  const { submitLabel, next } = definition.layouts.form;
  const name = id === undefined ? '' : String(form.saved[definition.nameField] ?? '');
  return (
    <Box
      sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 184px' }, columnGap: 3 }}
    >
      <Box component="header" sx={{ gridColumn: '1 / -1', mb: 1.5 }}>
        <Typography variant="h1">{id === undefined ? `新建${definition.label}` : `编辑${definition.label}`}</Typography>
        <Typography variant="body2" noWrap title={name} sx={{ color: 'text.secondary' }}>
          {name || definition.description || '带 * 的为必填项'}
        </Typography>
      </Box>
      <Box sx={{ minWidth: 0 }}>
        <FormNotices record={record} />
        <RecordFormView
          forms={forms}
          record={record}
          onCancel={() => void navigate(-1)}
          onSaved={(saved) => {
            const isNew = id === undefined;
            forms.saySaved(definition, isNew, record.labelsOf(record.waiting));
            if (isNew && next !== undefined) return void navigate(next, { replace: true });
            // What was typed during the save is yet to be saved.
            const leads = form.isDirty ? formPath : detailPath;
            return void navigate(leads(objectApiName, saved.id), { replace: true });
          }}
          {...(submitLabel !== undefined && { words: { save: submitLabel, saving: '提交中…' } })}
        />
      </Box>
      <FormOutline form={form} />
      {clash && (
        <ClashDialog clash={clash} shape={form.shape} options={forms.lookups} onSettle={() => record.settleClash()} />
      )}
      <LeaveGuard subject={form} {...(record.drafts && { draft: record.drafts })} stayLabel="继续填写">
        已修改 {form.changed.size} 项。离开后可凭草稿继续填写，
        {record.accountDraft ? '草稿存于您的账号，在“我的融资”中可以找到。' : '草稿只存于本机。'}
      </LeaveGuard>
    </Box>
  );
});
