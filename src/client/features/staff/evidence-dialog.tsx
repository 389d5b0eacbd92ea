import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Skeleton from '@mui/material/Skeleton';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import type { EvidenceMessage, StaffReport } from '#schemas/api/reports.ts';
import { shownMoment } from '#client/ui/field-types/texts/shown-date.ts';
import { Notice } from '#client/ui/notice.tsx';
import { ScrollBox } from '#client/ui/scroll-box.tsx';
import type { EvidenceStore } from './evidence-store.ts';
import { shownEvidence } from './evidence-words.ts';
import './notices.css';

interface EvidenceDialogProps {
  readonly store: EvidenceStore;
  readonly report: StaffReport;
  readonly onClose: () => void;
}

/** The messages that a report is about; opening it is what the log keeps. */
export const EvidenceDialog = observer(function EvidenceDialog({ store, report, onClose }: EvidenceDialogProps) {
  const { list, failure } = store;
  useEffect(() => void store.load(), [store]);
  return (
    <Dialog open onClose={onClose} aria-labelledby="evidence-title" fullWidth maxWidth="sm">
      <DialogTitle id="evidence-title">聊天记录</DialogTitle>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 1.5 }}>
        <p className="desk-soft" style={{ margin: 0 }}>
          举报人 {report.reporter.name} 举报时看到的消息，含之后撤回的。查看已写入操作日志。
        </p>
        {failure && (
          <Notice isAlert title={failure.message} action={{ label: '重试', onPress: () => void store.load() }} />
        )}
        {!list && !failure && <Skeleton variant="rounded" height={240} aria-label="正在加载" />}
        {list && (
          <ScrollBox className="desk-evidence" label="聊天记录">
            <ol>
              {list.map((message) => (
                <Message key={message.seq} message={message} isReported={message.uid === report.reported.uid} />
              ))}
            </ol>
          </ScrollBox>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>关闭</Button>
      </DialogActions>
    </Dialog>
  );
});

function Message({ message, isReported }: { readonly message: EvidenceMessage; readonly isReported: boolean }) {
  const { text, picture } = shownEvidence(message);
  const { name, timeStamp, recalledAt } = message;
  return (
    <li data-reported={isReported || undefined}>
      <div className="desk-soft">
        {name}
        {isReported && '（被举报人）'} · <time dateTime={timeStamp}>{shownMoment(timeStamp)}</time>
        {recalledAt !== null && <b> · 已于 {shownMoment(recalledAt)} 撤回</b>}
      </div>
      {picture === undefined ? (
        <p>{text === '' ? '[内容已不再保存]' : text}</p>
      ) : (
        <a href={picture} target="_blank" rel="noopener noreferrer">
          <img src={picture} alt={`${name}发送的图片`} loading="lazy" />
        </a>
      )}
    </li>
  );
}
