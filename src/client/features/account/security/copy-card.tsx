import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { CopyStore } from './copy-store.ts';
import { ProofFields } from './proof-fields.tsx';

interface CopyCardProps {
  readonly store: CopyStore;
  /** The number that codes go to, masked; null when there is none. */
  readonly phone: string | null;
}

/** Has the copy of one's own data made, after the owner was proved. */
export const CopyCard = observer(function CopyCard({ store, phone }: CopyCardProps) {
  const [isOpen, setOpen] = useState(false);
  const load = async () => {
    if (await store.load()) setOpen(false);
  };
  return (
    <section className="personal-card" aria-label="个人信息副本">
      <div className="personal-row">
        <div>
          <b>个人信息副本</b>
          <p className="personal-soft">下载平台保存的与您有关的全部内容（JSON 文件），下载前需验证身份。</p>
        </div>
        {!isOpen && <Button onClick={() => setOpen(true)}>下载副本</Button>}
      </div>
      {isOpen && (
        <Stack
          component="form"
          noValidate
          aria-label="下载副本"
          sx={{ gap: 1.5, mt: 2, maxWidth: 420, alignItems: 'stretch' }}
          onSubmit={(event) => {
            event.preventDefault();
            void load();
          }}
        >
          <ProofFields proof={store.proof} passwordLabel="登录密码" phone={phone} problem={store.problem} />
          <div className="personal-acts">
            <Button type="submit" variant="contained" disabled={store.loading.isBusy}>
              {store.loading.isBusy ? '正在准备…' : '下载'}
            </Button>
            <Button color="inherit" onClick={() => setOpen(false)}>
              取消
            </Button>
          </div>
        </Stack>
      )}
    </section>
  );
});
