import { observer } from 'mobx-react-lite';
import { useEffect, type ReactNode } from 'react';
import Button from '@mui/material/Button';
import type { Profile } from '#schemas/api/session.ts';
import { ClosingCard } from './closing-card.tsx';
import type { ClosingStore } from './closing-store.ts';
import { PageHead } from './page-head.tsx';
import { PasswordCard } from './password-card.tsx';
import type { PasswordStore } from './password-store.ts';

interface SecurityPageProps {
  readonly profile: Profile;
  readonly password: PasswordStore;
  readonly closing: ClosingStore;
  /** Binds another number; the part of the session feature that sends codes. */
  readonly phone: ReactNode;
  readonly onPasswordSet: () => void;
  readonly onClosed: () => void;
  /** Has the copy of one's own data fetched. */
  readonly onCopy: () => void;
}

/** Password, number, the copy of one's data, and the way out. */
export const SecurityPage = observer(function SecurityPage(props: SecurityPageProps) {
  const { profile, password, closing, phone, onPasswordSet, onClosed, onCopy } = props;
  useEffect(
    () => () => {
      password.proof.code.close();
    },
    [password],
  );
  return (
    <>
      <PageHead title="账号安全" help="登录方式、个人信息副本与账号注销。" />
      <PasswordCard store={password} profile={profile} onDone={onPasswordSet} />
      {phone}
      <section className="personal-card" aria-label="个人信息副本">
        <div className="personal-row">
          <div>
            <b>个人信息副本</b>
            <p className="personal-soft">下载平台保存的与您有关的全部内容（JSON 文件）。</p>
          </div>
          <Button onClick={onCopy}>下载副本</Button>
        </div>
      </section>
      <ClosingCard store={closing} phone={profile.phone} onClosed={onClosed} />
    </>
  );
});
