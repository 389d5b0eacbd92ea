import { observer } from 'mobx-react-lite';
import { useEffect, useId, type SubmitEvent } from 'react';
import { PlainButton, PlainLink } from '#client/ui/plain-button.tsx';
import { MAX_SERVICE_TEXT } from '#schemas/generated/api/service-desk.ts';
import type { ServiceMessageStore } from './message-store.ts';

interface LeaveMessageProps {
  readonly store: ServiceMessageStore;
  /** The address of sign-in, for those who are not signed in. */
  readonly signIn: string | undefined;
}

/** A message to customer service while no staff are here. */
export const LeaveMessage = observer(function LeaveMessage({ store, signIn }: LeaveMessageProps) {
  const id = useId();
  useEffect(() => void store.desk.load(), [store]);
  if (!store.isAway) return null;
  if (store.isLeft) return <p role="status">留言已提交，客服回复后会在“系统通知”中告诉您。</p>;
  if (signIn !== undefined)
    return (
      <p>
        客服暂不在线，登录后可以留言。<PlainLink href={signIn}>去登录 ›</PlainLink>
      </p>
    );
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void store.leave();
  };
  const { problem, leaving } = store;
  return (
    <form className="service-form" noValidate onSubmit={submit}>
      <label htmlFor={id}>客服暂不在线，请留言</label>
      <textarea
        id={id}
        rows={4}
        value={store.text}
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-note`}
        onChange={({ target }) => store.write(target.value)}
      />
      <div>
        <span id={`${id}-note`} role={problem === undefined ? undefined : 'alert'}>
          {problem ?? `${[...store.text.trim()].length}/${MAX_SERVICE_TEXT}`}
        </span>
        <PlainButton type="submit" look="filled" disabled={leaving.isBusy}>
          {leaving.isBusy ? '正在提交…' : '提交留言'}
        </PlainButton>
      </div>
    </form>
  );
});
