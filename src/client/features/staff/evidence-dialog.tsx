import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import type { Evidence, EvidenceMessage } from '#schemas/api/reports.ts';
import type { Loadable } from '#client/lib/loadable.ts';
import { DialogFrame } from '#client/ui/dialogs/dialog-frame.tsx';
import { shownMoment } from '#client/ui/field-types/texts/shown-date.ts';
import { Notice } from '#client/ui/notice.tsx';
import { ScrollBox } from '#client/ui/scroll-box.tsx';
import { LoadingBlock } from '#client/ui/loading-block.tsx';
import { shownEvidence } from './evidence-messages.ts';
import './evidence.css';

interface EvidenceDialogProps {
  readonly evidence: Loadable<Evidence>;
  readonly onClose: () => void;
}

/** The messages that a report is about; opening it is what the log keeps. */
export const EvidenceDialog = observer(function EvidenceDialog({ evidence, onClose }: EvidenceDialogProps) {
  useEffect(() => void evidence.load(), [evidence]);
  const { value, failure } = evidence;
  return (
    <DialogFrame title="聊天记录" size="sm" onClose={onClose}>
      {failure && (
        <Notice isAlert title={failure.message} action={{ label: '重试', onPress: () => void evidence.load() }} />
      )}
      {!value && !failure && <LoadingBlock height={240} />}
      {value && (
        <>
          <p className="evidence-note">举报人 {value.reporter} 举报时看到的消息，含之后撤回的。查看已写入操作日志。</p>
          <ScrollBox className="evidence" label="聊天记录">
            <ol>
              {value.list.map((message) => (
                <Message key={message.seq} message={message} isReported={message.uid === value.reported} />
              ))}
            </ol>
          </ScrollBox>
        </>
      )}
    </DialogFrame>
  );
});

function Message({ message, isReported }: { readonly message: EvidenceMessage; readonly isReported: boolean }) {
  const { text, picture } = shownEvidence(message);
  const { name, timeStamp, recalledAt } = message;
  return (
    <li data-reported={isReported || undefined}>
      <div className="evidence-note">
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
