import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { observer } from 'mobx-react-lite';
import { Link as RouterLink } from 'react-router-dom';
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

/** What happened to the form that the person did not do: a draft came back, the object changed, such a record is there. */
export const FormNotices = observer(function FormNotices({ record }: { readonly record: RecordForm }) {
  const { accountDraft, drafts, duplicates, form, followed } = record;
  const gone =
    form?.shape.definition.fields.filter((field) => form.aside.has(field.apiName)).map((field) => field.label) ?? [];
  return (
    <>
      {record.reviewed.length > 0 && (
        <Alert severity="info" variant="outlined" sx={CALM}>
          以下内容修改后须经平台审核才会生效：{record.labelsOf(record.reviewed).join('、')}
          。其余内容保存后立即生效，进度可在“
          <Link component={RouterLink} to="/corrections">
            我的纠错
          </Link>
          ”查看。
        </Alert>
      )}
      {accountDraft?.isBehind === true && (
        <Alert
          severity="warning"
          variant="outlined"
          sx={CALM}
          action={
            <>
              <Button color="inherit" onClick={() => void record.takeKept()}>
                载入那份
              </Button>
              <Button color="inherit" onClick={() => accountDraft.overwrite()}>
                保留本页
              </Button>
            </>
          }
        >
          {accountDraft.failure?.message}，请选择继续填写哪一份
        </Alert>
      )}
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
          已恢复 {formatShanghai(drafts.restoredAt, 'M月D日 HH:mm')} {accountDraft ? '存入账号' : '未保存'}的草稿
        </Alert>
      )}
      {record.holders.length > 0 && (
        <Alert severity="warning" variant="outlined" sx={CALM}>
          已有这个值的记录：
          {record.holders.map(({ objectApiName, id, name }) => (
            <div key={`${objectApiName} ${id}`}>
              <Link component={RouterLink} to={`/insight/${objectApiName}/${id}`} target="_blank">
                {name}
              </Link>
            </div>
          ))}
        </Alert>
      )}
      {duplicates && duplicates.list.length > 0 && (
        <Alert severity="warning" variant="outlined" sx={CALM}>
          可能已有这条记录，请先核对，避免重复：
          {duplicates.list.map(({ objectApiName, id, name, reasons }) => (
            <div key={id}>
              <Link component={RouterLink} to={`/insight/${objectApiName}/${id}`} target="_blank">
                {name}
              </Link>
              （{reasons.join('，')}）
            </div>
          ))}
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
