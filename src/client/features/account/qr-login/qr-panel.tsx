import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { useBlobAddress } from '#client/lib/use-blob-address.ts';
import { PlainButton } from '#client/ui/plain-button.tsx';
import type { QrLoginStore } from './qr-login-store.ts';
import './qr-panel.css';

/** A code to be scanned. The phone is asked after only while this is on screen. */
export const QrPanel = observer(function QrPanel({ store }: { readonly store: QrLoginStore }) {
  useEffect(() => {
    const follow = () => (document.hidden ? store.rest() : store.watch());
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      store.rest();
    };
  }, [store]);
  const address = useBlobAddress(store.svg);
  const isGood = store.state === 'waiting';
  return (
    <div className="login-qr">
      <div className="login-qr-frame">
        {address !== undefined && store.state !== 'loading' ? (
          <img src={address} alt="登录二维码" width={208} height={208} data-dim={!isGood || undefined} />
        ) : (
          <span className="login-qr-skeleton" />
        )}
        <Cover store={store} />
      </div>
      <p role="status">{WORDS[store.state]}</p>
      <p className="login-hint">在已登录的手机浏览器中扫码，核对设备后确认</p>
    </div>
  );
});

const WORDS: Readonly<Record<QrLoginStore['state'], string>> = {
  loading: '正在生成二维码…',
  waiting: '请用手机扫描二维码登录',
  scanned: '已扫描，请在手机上确认登录',
  success: '登录成功',
  expired: '二维码已过期，请刷新',
  failed: '二维码加载失败',
};

/** Covers a code that can no longer be scanned. */
const Cover = observer(function Cover({ store }: { readonly store: QrLoginStore }) {
  const refresh = (
    <PlainButton look="filled" onClick={() => void store.refresh()}>
      刷新
    </PlainButton>
  );
  if (store.state === 'expired')
    return (
      <div className="login-qr-cover">
        <strong>二维码已过期</strong>
        {refresh}
      </div>
    );
  if (store.state === 'failed')
    return (
      <div className="login-qr-cover">
        <strong>{store.failure?.message}</strong>
        {refresh}
      </div>
    );
  if (store.state === 'scanned' || store.state === 'success')
    return (
      <div className="login-qr-cover">
        <CheckCircle aria-hidden />
        <strong>{store.state === 'scanned' ? '扫描成功' : '登录成功'}</strong>
      </div>
    );
  return null;
});
