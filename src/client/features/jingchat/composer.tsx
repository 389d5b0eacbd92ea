import { observer } from 'mobx-react-lite';
import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { MAX_QUESTION } from '#schemas/generated/api/jingchat.ts';
import { ImeGuard } from '#client/lib/ime-guard.ts';
import { PlainButton } from '#client/ui/plain-button.tsx';
import type { JingchatStore } from './jingchat-store.ts';

/** Where a question is written: Enter asks, Shift+Enter begins a line, ↑ in an empty field brings the last one back, Escape stops. */
export const QuestionComposer = observer(function QuestionComposer({ store }: { readonly store: JingchatStore }) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [guard] = useState(() => new ImeGuard());
  const [length, setLength] = useState(0);
  const isBusy = store.busy !== undefined;
  const excess = length - MAX_QUESTION;

  // The browser keeps the text: drawing it again while an input method composes would break the composition.
  const note = () => setLength([...(field.current?.value.trim() ?? '')].length);
  const write = (text: string) => {
    if (!field.current) return;
    field.current.value = text;
    note();
  };
  const ask = () => {
    const text = field.current?.value ?? '';
    if (length === 0 || excess > 0 || isBusy) return;
    write('');
    void store.ask(text);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (guard.takes(event.nativeEvent)) return;
    const isPlain = !event.shiftKey && !event.ctrlKey && !event.altKey && !event.metaKey;
    if (event.key === 'Enter' && isPlain) {
      event.preventDefault();
      ask();
    } else if (event.key === 'Escape' && isBusy) {
      event.preventDefault();
      store.stop();
    } else if (event.key === 'ArrowUp' && isPlain && event.currentTarget.value === '' && store.lastQuestion) {
      event.preventDefault();
      write(store.lastQuestion);
    }
  };
  return (
    <form
      className="jing-composer"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        ask();
      }}
    >
      <textarea
        ref={field}
        rows={2}
        aria-label="问题"
        aria-describedby={`${id}-note`}
        aria-invalid={excess > 0}
        placeholder="输入问题，例如：北京的企业有多少"
        onInput={note}
        onKeyDown={onKeyDown}
        onCompositionEnd={({ timeStamp }) => guard.ended(timeStamp)}
      />
      <div>
        <span id={`${id}-note`} role={excess > 0 ? 'alert' : undefined}>
          {excess > 0 ? `问题最多 ${MAX_QUESTION} 个字，多出 ${excess} 个` : 'Enter 提问，Shift+Enter 换行'}
        </span>
        {isBusy ? (
          <PlainButton
            look="outlined"
            onClick={() => {
              store.stop();
              field.current?.focus();
            }}
          >
            停止
          </PlainButton>
        ) : (
          <PlainButton type="submit" look="filled" disabled={length === 0 || excess > 0}>
            提问
          </PlainButton>
        )}
      </div>
    </form>
  );
});
