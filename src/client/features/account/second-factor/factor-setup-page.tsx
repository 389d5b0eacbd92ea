import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { LoginFrame } from '#client/features/account/base/login-frame.tsx';
import { usePageTitle } from '#client/lib/page-title.ts';
import { PlainButton } from '#client/ui/plain-button.tsx';
import { FactorSteps } from './factor-steps.tsx';
import type { FactorStore } from './factor-store.ts';
import './second-factor.css';

interface FactorSetupPageProps {
  readonly store: FactorStore;
  readonly phone: string | null;
  readonly save: (name: string, text: string) => void;
  readonly onDone: () => void;
  readonly onLeave: () => void;
}

/** Staff set their second factor up: until then nothing else is open to them. */
export const FactorSetupPage = observer(function FactorSetupPage(props: FactorSetupPageProps) {
  const { store, phone, save, onDone, onLeave } = props;
  usePageTitle('设置两步验证');
  useEffect(() => {
    store.open('prove');
    return () => store.proof.code.close();
  }, [store]);
  return (
    <LoginFrame>
      <h1>设置两步验证</h1>
      {store.stage === 'prove' && (
        <p className="login-lead">运营人员登录必须使用两步验证。请先验证身份，再用手机上的身份验证器应用扫码。</p>
      )}
      <FactorSteps store={store} phone={phone} save={save} onDone={onDone} />
      <PlainButton className="login-way-back" onClick={onLeave}>
        退出登录
      </PlainButton>
    </LoginFrame>
  );
});
