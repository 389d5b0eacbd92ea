import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { observer } from 'mobx-react-lite';
import { hashAddress } from '#client/lib/router.ts';
import { DialogFrame } from '#client/ui/dialogs/dialog-frame.tsx';
import { legalPath } from '#client/ui/legal-links.tsx';
import type { ConsentStore } from './consent-store.ts';
import './legal.css';

interface ConsentDialogProps {
  readonly store: ConsentStore;
  readonly onLeave: () => void;
}

/** Asks for consent to terms and policies that are new to the user: there is no way past it but to agree or to leave. */
export const ConsentDialog = observer(function ConsentDialog({ store, onLeave }: ConsentDialogProps) {
  const { asked, agreeing } = store;
  const isChange = asked.some((one) => one.isChange);
  return (
    <DialogFrame
      title={isChange ? '协议已更新' : '请阅读并同意'}
      actions={
        <>
          <Button color="inherit" disabled={agreeing.isBusy} onClick={onLeave}>
            不同意，退出登录
          </Button>
          <Button variant="contained" disabled={agreeing.isBusy} onClick={() => void store.agree()}>
            {agreeing.isBusy ? '正在提交…' : '同意并继续'}
          </Button>
        </>
      }
    >
      <Typography>
        {isChange
          ? '以下文件有了新版本，请阅读后确认是否同意。'
          : '使用本平台前，请阅读以下文件。其中说明了平台提供的服务、收集哪些个人信息、用来做什么以及您的权利。'}
      </Typography>
      <ul className="legal-asked">
        {asked.map(({ kind, number, title, summary, publishedAt }) => (
          <li key={kind}>
            <a href={hashAddress(legalPath(kind))} target="_blank" rel="noopener">
              《{title}》
            </a>
            <span>
              第 {number} 版，{publishedAt.slice(0, 10)} 发布
            </span>
            {summary !== '' && <p>本次修改：{summary}</p>}
          </li>
        ))}
      </ul>
      {agreeing.failure && (
        <Typography role="alert" color="error">
          {agreeing.failure.message}
        </Typography>
      )}
    </DialogFrame>
  );
});
