import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { observer } from 'mobx-react-lite';
import type { RecordForm } from './record-form.ts';
import { formatShanghai } from '#shared/time/format.ts';

const CALM = {
  mb: 1.5,
  py: 0.25,
  bgcolor: 'background.paper',
  borderColor: 'divider',
  color: 'text.primary',
  '& .MuiAlert-icon': { color: 'primary.main' },
  '& .MuiAlert-action': { pt: 0.5 },
};

/** What happened to the form that the person did not do: a draft came back, the object changed. */
export const FormNotices = observer(function FormNotices({ record }: { readonly record: RecordForm }) {
  const { drafts, form, followed } = record;
  const gone =
    form?.shape.definition.fields.filter((field) => form.aside.has(field.apiName)).map((field) => field.label) ?? [];
  return (
    <>
      {drafts?.restoredAt !== undefined && (
        <Alert
          severity="info"
          variant="outlined"
          sx={CALM}
          action={
            <>
              <Button color="inherit" onClick={() => drafts.discard()}>
                丢弃草稿
              </Button>
              <Button color="inherit" onClick={() => drafts.acknowledge()}>
                知道了
              </Button>
            </>
          }
        >
          已恢复 {formatShanghai(drafts.restoredAt, 'M月D日 HH:mm')} 未保存的草稿
        </Alert>
      )}
      {followed && (
        <Alert severity="info" variant="outlined" sx={CALM} onClose={() => record.acknowledgeFollowed()}>
          表单字段刚刚更新，已填写的内容均已保留
          {gone.length > 0 && `；以下字段已停用，其内容不会保存：${gone.join('、')}`}
        </Alert>
      )}
    </>
  );
});
