import { usePageTitle } from '#client/lib/page-title.ts';
import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import Devices from '@mui/icons-material/DevicesOutlined';
import HighlightOff from '@mui/icons-material/HighlightOff';
import { observer } from 'mobx-react-lite';
import { useEffect, type ReactNode } from 'react';
import { productName } from '#client/lib/product.ts';
import { hashAddress } from '#client/lib/router.ts';
import { PlainButton, PlainLink } from '#client/ui/plain-button.tsx';
import { FormFailure } from '#client/features/account/base/form-failure.tsx';
import { LoginFrame } from '#client/features/account/base/login-frame.tsx';
import type { ScanStore } from './scan-store.ts';
import './scan-page.css';
import { shanghaiTime } from '#shared/time/shanghai.ts';

interface ScanPageProps {
  readonly store: ScanStore;
  /** Who would be signed in. */
  readonly name: string;
}

/** On the phone: which browser asks to be let in, and whether it may. */
export const ScanPage = observer(function ScanPage({ store, name }: ScanPageProps) {
  usePageTitle('登录确认');
  useEffect(() => void store.load(), [store]);
  return (
    <LoginFrame>
      <ScanState store={store} name={name} />
    </LoginFrame>
  );
});

const ScanState = observer(function ScanState({ store, name }: ScanPageProps) {
  if (store.state === 'loading') return <p role="status">正在读取登录请求…</p>;
  if (store.state === 'failed')
    return (
      <End icon={<HighlightOff aria-hidden />} title="读取失败" text={store.question.failure?.message ?? ''}>
        <PlainButton look="outlined" onClick={() => void store.load()}>
          重试
        </PlainButton>
      </End>
    );
  if (store.state === 'confirmed')
    return <End isGood icon={<CheckCircle aria-hidden />} title="已确认登录" text="电脑上的页面将在几秒内自动登录" />;
  if (store.state === 'refused')
    return <End icon={<HighlightOff aria-hidden />} title="已取消登录" text="对方设备不会登录您的账号" />;
  if (store.state === 'over' || store.hasExpired)
    return <End icon={<HighlightOff aria-hidden />} title="二维码已失效" text="请在电脑上刷新二维码后重新扫描" />;
  return <Question store={store} name={name} />;
});

const Question = observer(function Question({ store, name }: ScanPageProps) {
  const { browser, left, decision } = store;
  const { isBusy: busy } = decision;
  return (
    <>
      <div className="scan-end">
        <Devices aria-hidden />
        <h1>登录确认</h1>
        <p>
          一台设备请求登录您的{productName()}账号
          {name && `“${name}”`}
        </p>
      </div>
      <dl className="scan-facts">
        <dt>设备</dt>
        <dd>{browser?.words}</dd>
        <dt>网络地址</dt>
        <dd>{browser?.address}</dd>
        <dt>请求时间</dt>
        <dd>{browser && shanghaiTime(new Date(browser.askedAt))}</dd>
      </dl>
      <p className="login-notice">请确认这是您本人的操作。他人发来的二维码请勿确认。</p>
      <FormFailure message={decision.failure?.message} />
      <div className="scan-acts">
        <button type="button" className="login-submit" aria-disabled={busy} onClick={() => void store.decide(true)}>
          确认登录
        </button>
        <button
          type="button"
          className="login-submit login-submit-second"
          aria-disabled={busy}
          onClick={() => void store.decide(false)}
        >
          取消
        </button>
      </div>
      <p className="login-hint">{left.seconds} 秒内有效</p>
    </>
  );
});

interface EndProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly text: string;
  readonly isGood?: boolean;
  /** What can be done; the way home when absent. */
  readonly children?: ReactNode;
}

function End({ icon, title, text, isGood = false, children }: EndProps) {
  return (
    <div className="scan-end" role="status" data-good={isGood || undefined}>
      {icon}
      <h1>{title}</h1>
      <p>{text}</p>
      {children ?? (
        <PlainLink look="outlined" href={hashAddress('/home')}>
          返回首页
        </PlainLink>
      )}
    </div>
  );
}
