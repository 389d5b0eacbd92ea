import { observer } from 'mobx-react-lite';
import { useEffect, type ReactNode } from 'react';
import type { Profile } from '#schemas/api/session.ts';
import { ClosingCard } from './closing-card.tsx';
import type { ClosingStore } from './closing-store.ts';
import { CopyCard } from './copy-card.tsx';
import type { CopyStore } from './copy-store.ts';
import { LegalLinks } from '#client/ui/legal-links.tsx';
import { PageHead } from '#client/ui/page-head.tsx';
import { PasswordCard } from './password-card.tsx';
import type { PasswordStore } from './password-store.ts';

interface SecurityPageProps {
  readonly profile: Profile;
  readonly password: PasswordStore;
  readonly closing: ClosingStore;
  readonly copy: CopyStore;
  /** Binds another number; the part of the session feature that sends codes. */
  readonly phone: ReactNode;
  /** The second factor of the account. */
  readonly factor: ReactNode;
  readonly onPasswordSet: () => void;
  readonly onClosed: () => void;
}

/** Password, number, the copy of one's data, and the way out. */
export const SecurityPage = observer(function SecurityPage(props: SecurityPageProps) {
  const { profile, password, closing, copy, phone, factor, onPasswordSet, onClosed } = props;
  useEffect(
    () => () => {
      password.proof.code.close();
      copy.proof.code.close();
    },
    [password, copy],
  );
  return (
    <>
      <PageHead title="账号安全" help="登录方式、个人信息副本与账号注销。" />
      <PasswordCard store={password} profile={profile} onDone={onPasswordSet} />
      {phone}
      {factor}
      <CopyCard store={copy} phone={profile.phone} />
      <ClosingCard store={closing} phone={profile.phone} onClosed={onClosed} />
      <LegalLinks />
    </>
  );
});
