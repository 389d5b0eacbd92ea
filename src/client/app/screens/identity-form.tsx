import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { newKey } from '#client/lib/new-key.ts';
import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState } from 'react';
import type { IdentityCase } from '#schemas/api/identity.ts';
import { IDENTITY_OBJECTS } from '#schemas/generated/api/identity.ts';
import { BINDINGS } from '#schemas/bindings.ts';
import { FormNotices } from '#client/features/records/forms/form-notices.tsx';
import { FormOutline } from '#client/features/records/forms/form-outline.tsx';
import { FormFailure, FormSkeleton } from '#client/features/records/forms/form-states.tsx';
import type { RecordForm } from '#client/features/records/forms/record-form.ts';
import { RecordFormView } from '#client/features/records/forms/record-form-view.tsx';
import type { RecordTarget } from '#client/features/records/forms/record-writer.ts';
import type { IdentityFormRequest } from '#client/features/identity/identity-page.tsx';
import { KIND_LABELS } from '#client/features/identity/identity-labels.ts';
import { KnownCompany } from '#client/features/identity/known-company.tsx';
import { KnownCompanyStore } from '#client/features/identity/known-company-store.ts';
import { ServerDraftStore } from '#client/features/identity/server-draft-store.ts';
import { watchWorkEmail } from '#client/features/identity/work-email-check.ts';
import { readSubmitted, submitForm } from '#client/features/identity/submit.ts';
import { shownMoment } from '#client/ui/field-types/texts/shown-date.ts';
import { LeaveGuard } from '#client/ui/leave-guard.tsx';
import { formsOf } from './form-screen.tsx';
import type { AppStores } from '#client/app/base/stores.ts';

interface IdentityFormProps {
  readonly stores: AppStores;
  readonly request: IdentityFormRequest;
}

/** The form of a certification, rendered from its object's metadata and handed in by a way of its own. */
export const IdentityForm = observer(function IdentityForm({ stores, request }: IdentityFormProps) {
  const [draft] = useState(() => new ServerDraftStore(stores.api, request.kind));
  useEffect(() => void draft.load(), [draft]);
  // A draft that the server keeps is what the form begins with, so it must be there first.
  if (!draft.values) return <FormSkeleton />;
  return <Opening stores={stores} request={request} draft={draft} />;
});

interface OpeningProps extends IdentityFormProps {
  readonly draft: ServerDraftStore;
}

const Opening = observer(function Opening({ stores, request, draft }: OpeningProps) {
  const handedIn = useRef<IdentityCase>(undefined);
  const [record] = useState(() => {
    const { kind, again } = request;
    const clientKey = newKey();
    const target: RecordTarget = {
      ...(again ? { read: () => readSubmitted(stores.api, again.id) } : { initial: draft.values ?? {} }),
      write: async ({ values }) => {
        const body = { clientKey, values: { ...values }, ...(again && { caseId: again.id }) };
        const submitted = await submitForm(stores.api, kind, body);
        handedIn.current = submitted;
        return { record: { id: submitted.recordId, version: 1 }, locked: [], editable: false };
      },
    };
    return formsOf(stores).form(IDENTITY_OBJECTS[kind], again?.recordId, target);
  });
  useEffect(() => {
    void record.open();
    return () => record.close();
  }, [record]);
  const { form, failure } = record;
  const { company, again } = request;
  const { id: companyId, name } = company ?? {};
  // The company was chosen just now, so it wins over the one that an earlier draft names.
  useEffect(() => {
    if (form && companyId !== undefined && !again)
      form.set(BINDINGS.claimForm.fields.company.apiName, { id: companyId, name: name ?? '' });
  }, [form, companyId, name, again]);
  const [known] = useState(() => new KnownCompanyStore(stores.api));
  useEffect(() => form && known.watch(request.kind, form), [form, known, request]);
  useEffect(() => form && watchWorkEmail(stores.api, request.kind, form), [form, stores, request]);
  if (failure) return <FormFailure failure={failure} onRetry={() => record.open()} />;
  return (
    <Box sx={{ maxWidth: 1320, px: 'var(--page-edge)', pt: 2 }}>
      {form ? (
        <Filling
          stores={stores}
          request={request}
          draft={draft}
          record={record}
          known={known}
          onSaved={() => handedIn.current && request.onSubmitted(handedIn.current)}
        />
      ) : (
        <FormSkeleton />
      )}
    </Box>
  );
});

interface FillingProps extends OpeningProps {
  readonly record: RecordForm;
  readonly known: KnownCompanyStore;
  readonly onSaved: () => void;
}

const WORDS = { save: '提交审核', saving: '提交中…' };

const Filling = observer(function Filling({ stores, request, draft, record, known, onSaved }: FillingProps) {
  const { form } = record;
  if (!form) return null;
  const { kind, again, onCancel } = request;
  return (
    <Box
      sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 184px' }, columnGap: 3 }}
    >
      <Stack
        component="header"
        direction="row"
        sx={{ gridColumn: '1 / -1', mb: 1.5, gap: 1, alignItems: 'center', flexWrap: 'wrap' }}
      >
        <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
          <Typography variant="h1">{KIND_LABELS[kind].label}</Typography>
          <Typography variant="body2" color="textSecondary" aria-live="polite">
            {draft.saving.failure?.message ??
              (draft.savedAt === null
                ? '带 * 的为必填项'
                : `草稿已于 ${shownMoment(draft.savedAt)} 存入账号，可在其他设备继续填写`)}
          </Typography>
        </Box>
        {!again && (
          <Button
            variant="outlined"
            disabled={!form.isDirty || draft.saving.isBusy}
            onClick={() =>
              void draft.keep(Object.fromEntries([...form.changed].map((field) => [field, form.valueOf(field)])))
            }
          >
            暂存
          </Button>
        )}
      </Stack>
      <Box sx={{ minWidth: 0 }}>
        {again?.state === 'REJECT' && again.reason !== null && (
          <Alert severity="error" variant="outlined" sx={{ mb: 1.5 }}>
            上次审核意见：{again.reason}
          </Alert>
        )}
        <KnownCompany store={known} />
        <FormNotices record={record} />
        <RecordFormView forms={formsOf(stores)} record={record} words={WORDS} onCancel={onCancel} onSaved={onSaved} />
      </Box>
      <FormOutline form={form} />
      <LeaveGuard subject={form} {...(record.drafts && { draft: record.drafts })} stayLabel="继续填写">
        已填写 {form.changed.size} 项，尚未提交。离开后可凭本机草稿继续填写。
      </LeaveGuard>
    </Box>
  );
});
