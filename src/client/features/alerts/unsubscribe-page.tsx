import Button from '@mui/material/Button';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { usePageTitle } from '#client/lib/page-title.ts';
import { hashAddress } from '#client/lib/router.ts';
import type { UnsubscribeStore } from './unsubscribe-store.ts';
import './alerts.css';

interface UnsubscribePageProps {
  readonly store: UnsubscribeStore;
  /** Page of the subscriptions. */
  readonly settingsPath: string;
}

/** Where the links below a mail lead. Nothing ends until the user presses: programs that open links must not end anything. */
export const UnsubscribePage = observer(function UnsubscribePage({ store, settingsPath }: UnsubscribePageProps) {
  usePageTitle('退订邮件');
  const { what, ending } = store;
  useEffect(() => void what.load(), [what]);
  const failure = what.failure ?? ending.failure;
  const { name = null, isAll = false, isEnded = false } = what.value ?? {};
  const of = isAll ? '任何订阅邮件' : `${name === null ? '该订阅' : `“${name}”`}的邮件`;
  return (
    <main className="unsubscribe">
      <section>
        <h1>退订邮件</h1>
        <p role={failure ? 'alert' : 'status'}>
          {failure?.message ?? (!what.value ? '正在读取…' : isEnded ? `已退订，不会再收到${of}。` : `不再接收${of}？`)}
        </p>
        {what.value && !isEnded && (
          <Button variant="contained" disabled={ending.isBusy} onClick={() => void store.end()}>
            {ending.isBusy ? '正在退订…' : '确认退订'}
          </Button>
        )}
        {(isEnded || failure) && <Button href={hashAddress(settingsPath)}>管理我的订阅</Button>}
        {isEnded && <p className="alert-note">站内提醒不受影响。</p>}
      </section>
    </main>
  );
});
