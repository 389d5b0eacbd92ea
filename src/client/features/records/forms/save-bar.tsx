import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Link from '@mui/material/Link';
import { styled } from '@mui/material/styles';
import { observer } from 'mobx-react-lite';
import { useContext } from 'react';
import { formPath } from '#client/lib/router.ts';
import { HelpAt } from '#client/ui/help-at.tsx';
import { RecordHrefContext } from '#client/ui/field-types/cells/record-href.ts';
import { shownMoment } from '#client/ui/field-types/texts/shown-date.ts';
import type { AccountDraft } from './account-draft.ts';
import type { RecordForm } from './record-form.ts';
import { formatShanghai } from '#shared/time/format.ts';

const Bar = styled('div')(({ theme }) => ({
  position: 'sticky',
  bottom: 0,
  zIndex: theme.zIndex.appBar - 1,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.spacing(1),
  marginTop: theme.spacing(1.5),
  padding: theme.spacing(1.25, 2.5),
  backgroundColor: theme.palette.background.paper,
  border: `1px solid ${theme.palette.divider}`,
  borderRadius: `${theme.shape.borderRadius}px ${theme.shape.borderRadius}px 0 0`,
  boxShadow: '0 -4px 16px color-mix(in srgb, var(--ink-deep) 5%, transparent)',
  fontSize: theme.typography.body2.fontSize,
  '& > p': { flex: '1 1 200px', minWidth: 0, margin: 0, color: theme.palette.text.secondary },
  '& > p[role="alert"]': { color: theme.palette.error.main },
  '& > button': { minHeight: 34, minWidth: 76 },
  '& > button[type="button"]': { borderColor: theme.palette.divider },
  '& > .MuiLinearProgress-root': { position: 'absolute', insetInline: 0, top: 0, height: 2 },
  [theme.breakpoints.down('sm')]: {
    padding: theme.spacing(1, 1.5),
    '& > p': { flexBasis: '100%' },
    '& > p:empty': { display: 'none' },
    '& > button': { flex: 1 },
  },
}));

/** What the button that sends the form says, before and while it is sent. */
export interface SaveWords {
  readonly save: string;
  readonly saving: string;
}

const SAVE: SaveWords = { save: '保存', saving: '保存中…' };

interface SaveBarProps {
  readonly record: RecordForm;
  readonly onCancel: () => void;
  /** Goes to the first problem. */
  readonly onLook: () => void;
  readonly words?: SaveWords;
}

/** Save and cancel, with the problems that prevent saving or where the draft is. Stays in sight. */
export const SaveBar = observer(function SaveBar({ record, onCancel, onLook, words = SAVE }: SaveBarProps) {
  return (
    <Bar>
      {record.saving && <LinearProgress aria-label="正在保存" />}
      <State record={record} onLook={onLook} />
      <Button variant="outlined" color="inherit" onClick={onCancel} disabled={record.saving}>
        取消
      </Button>
      <Button type="submit" variant="contained" disabled={record.saving}>
        {record.saving ? words.saving : words.save}
      </Button>
    </Bar>
  );
});

const State = observer(function State({ record, onLook }: Omit<SaveBarProps, 'onCancel' | 'words'>) {
  const { form, drafts, refusal, objectApiName } = record;
  const count = form ? form.elsewhere.length + (form.submitted ? form.problems.length : 0) : 0;
  if (count > 0 || refusal !== undefined) {
    return (
      <>
        <p role="alert">
          {refusal}
          {refusal !== undefined && count > 0 && '；'}
          {count > 0 && (
            <>
              还有 {count} 处需要修改，
              <Link
                component="button"
                type="button"
                color="inherit"
                underline="always"
                onClick={onLook}
                sx={{ font: 'inherit', verticalAlign: 'baseline' }}
              >
                查看第一处
              </Link>
            </>
          )}
        </p>
        <HelpAt place={formPath(objectApiName)} />
      </>
    );
  }
  if (record.accountDraft && form?.isDirty) return <Kept draft={record.accountDraft} />;
  if (drafts?.refused) return <p>本机无法保存草稿，请及时保存</p>;
  if (drafts?.keptAt !== undefined && form?.isDirty)
    return <p>草稿已于 {formatShanghai(drafts.keptAt, 'HH:mm')} 存于本机</p>;
  if (form?.isDirty) return <p>已修改 {form.changed.size} 项，尚未保存</p>;
  return record.hasHistory ? <Saved record={record} /> : <p />;
});

/** What is on the server and since when, with the way to the page that others see. */
const Saved = observer(function Saved({ record }: { readonly record: RecordForm }) {
  const recordHref = useContext(RecordHrefContext);
  const { objectApiName, id = '', savedAt } = record;
  return (
    <p>
      已保存{savedAt !== undefined && `于 ${shownMoment(savedAt)}`}，可继续修改
      <Link href={recordHref(objectApiName, id)} sx={{ ml: 1.5 }}>
        查看详情
      </Link>
    </p>
  );
});

/** Whether what was typed is with the account, for another device to go on with. */
const Kept = observer(function Kept({ draft }: { readonly draft: AccountDraft }) {
  const { failure, isBehind, isSending, savedAt } = draft;
  if (isBehind) return <p role="alert">草稿在别处有更新，请先在页面上方选择保留哪一份</p>;
  if (failure) return <p role="alert">草稿未能保存：{failure.message}；继续填写时会重试</p>;
  if (isSending || savedAt === null) return <p>正在保存草稿…</p>;
  return <p>草稿已于 {formatShanghai(Date.parse(savedAt), 'HH:mm')} 存入账号，可在其他设备继续填写</p>;
});
