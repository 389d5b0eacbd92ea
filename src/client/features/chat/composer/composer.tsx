import EmojiEmotionsOutlined from '@mui/icons-material/EmojiEmotionsOutlined';
import ImageOutlined from '@mui/icons-material/ImageOutlined';
import { observer } from 'mobx-react-lite';
import { useCallback, useRef, useState, type ClipboardEvent, type DragEvent, type ReactNode } from 'react';
import { PlainButton } from '#client/ui/plain-button.tsx';
import { WarningBar } from '#client/ui/warning-bar.tsx';
import type { ComposedDialog } from '#client/features/chat/conversation/listed-dialog.ts';
import { EmojiPicker } from './lazy-emoji-picker.ts';
import { PictureStrip } from './picture-strip.tsx';
import { PICTURE_KINDS, usePickedPictures } from './use-picked-pictures.ts';
import { useWriting } from './use-writing.ts';
import './composer.css';

export interface ComposerProps {
  readonly dialog: ComposedDialog;
  /** Precedes the emoji: what can be exchanged. */
  readonly tools: ReactNode;
  /** Texts to begin with: a press puts one where the user can still change it. */
  readonly greetings?: readonly string[];
}

/** Where a message is written. Another conversation has another one, with its own draft. */
export const Composer = observer(function Composer(props: ComposerProps) {
  return <Writing key={props.dialog.uid} {...props} />;
});

const Writing = observer(function Writing({ dialog, tools, greetings = [] }: ComposerProps) {
  const chooser = useRef<HTMLInputElement>(null);
  const [isPicking, setPicking] = useState(false);
  const [isOver, setOver] = useState(false);
  const { picked, refusal, add, remove } = usePickedPictures();
  const { field, hasWords, excess, count, insert, clear, handlers } = useWriting({
    draft: dialog.draft,
    onType: dialog.keepDraft,
    onEnter: () => send(),
  });
  const isReady = (hasWords || picked.length > 0) && excess === 0;

  function send(): void {
    if (!isReady) return;
    for (const { file } of picked) dialog.sendPicture(file);
    remove(() => true);
    if (hasWords) dialog.send(field.current?.value ?? '');
    clear();
    field.current?.focus();
  }
  const pickEmoji = (sign: string, isLast: boolean) => {
    insert(sign);
    // Enter that follows means to send, not the same emoji again.
    if (isLast) field.current?.focus();
  };
  const closeEmoji = useCallback(
    (byKey: boolean) => {
      setPicking(false);
      if (byKey) field.current?.focus();
    },
    [field],
  );
  const take = (event: ClipboardEvent | DragEvent, { files }: DataTransfer) => {
    setOver(false);
    if (files.length === 0) return;
    event.preventDefault();
    add([...files]);
  };

  return (
    <div
      role="presentation"
      className="composer"
      data-over={isOver || undefined}
      onPaste={(event) => take(event, event.clipboardData)}
      onDrop={(event) => take(event, event.dataTransfer)}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
    >
      {dialog.tip !== undefined && <WarningBar onClose={dialog.dismissTip}>{dialog.tip}</WarningBar>}
      {dialog.failure !== undefined && <WarningBar onClose={dialog.dismissFailure}>{dialog.failure}</WarningBar>}
      {refusal !== undefined && <WarningBar onClose={() => remove(() => false)}>{refusal}</WarningBar>}
      <div className="composer-tools">
        {tools}
        <span
          role="presentation"
          className="emoji-place"
          onKeyDown={(event) => {
            // Also before they are there: the key means them, and not the room.
            if (event.key !== 'Escape' || !isPicking) return;
            event.stopPropagation();
            closeEmoji(true);
          }}
        >
          <PlainButton
            look="icon"
            tone="quiet"
            aria-label="表情"
            title="表情"
            aria-haspopup="grid"
            aria-expanded={isPicking}
            icon={<EmojiEmotionsOutlined />}
            onClick={() => setPicking(!isPicking)}
          />
          {isPicking && <EmojiPicker onPick={pickEmoji} onClose={closeEmoji} />}
        </span>
        <PlainButton
          look="icon"
          tone="quiet"
          aria-label="图片"
          title="图片"
          icon={<ImageOutlined />}
          onClick={() => chooser.current?.click()}
        />
        <input
          ref={chooser}
          type="file"
          hidden
          multiple
          accept={PICTURE_KINDS}
          aria-label="选择图片"
          onChange={({ currentTarget }) => {
            add([...(currentTarget.files ?? [])]);
            // The same picture can be chosen again.
            currentTarget.value = '';
            field.current?.focus();
          }}
        />
      </div>
      {greetings.length > 0 && !hasWords && (
        <ul className="composer-greetings" aria-label="打招呼用语">
          {greetings.map((greeting) => (
            <li key={greeting}>
              <PlainButton
                look="outlined"
                onClick={() => {
                  insert(greeting);
                  field.current?.focus();
                }}
              >
                {greeting}
              </PlainButton>
            </li>
          ))}
        </ul>
      )}
      {picked.length > 0 && <PictureStrip picked={picked} onRemove={(id) => remove((one) => one.id === id)} />}
      <form
        className="composer-line"
        aria-label="写消息"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <textarea
          ref={field}
          rows={3}
          defaultValue={dialog.draft}
          aria-label="消息内容"
          placeholder="请输入内容"
          enterKeyHint="send"
          {...handlers}
        />
        <div className="composer-send">
          {count !== undefined && (
            <small role="status" data-excess={excess > 0 || undefined}>
              {excess > 0 ? `${count}，超出 ${excess} 字` : count}
            </small>
          )}
          <PlainButton type="submit" look="filled" disabled={!isReady}>
            发送
          </PlainButton>
        </div>
      </form>
    </div>
  );
});
