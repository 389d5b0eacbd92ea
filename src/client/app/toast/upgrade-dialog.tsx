import WorkspacePremiumOutlined from '@mui/icons-material/WorkspacePremiumOutlined';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { redeemWith } from '#client/features/wallet/redeem.ts';
import { RedeemDialog } from '#client/features/wallet/redeem-dialog.tsx';
import { DialogFrame } from '#client/ui/dialogs/dialog-frame.tsx';
import { HelpAt } from '#client/ui/help-at.tsx';
import { usePageTurn } from '#client/lib/use-page-turn.ts';
import { welcome } from '#client/app/base/coin-welcome.ts';
import type { AppStores } from '#client/app/base/stores.ts';

interface UpgradeDialogProps {
  readonly stores: AppStores;
  readonly onGo: (path: string) => void;
  /** Opens what is on screen afresh: it may be open to the person by now. */
  readonly onAgain: () => void;
}

/** Shows a user without VIP the server's message, and the ways to get it. */
export const UpgradeDialog = observer(function UpgradeDialog({ stores, onGo, onAgain }: UpgradeDialogProps) {
  const store = stores.upgrade;
  const [isRedeeming, setRedeeming] = useState(false);
  usePageTurn(stores.turns, () => setRedeeming(false));
  const redeem = redeemWith(stores.api, (order) => {
    // Typed above the dialog, which a page that the user left has taken along.
    const isOnPage = store.message !== undefined;
    store.close();
    void welcome(stores, order).then(() => isOnPage && onAgain());
  });
  return (
    <>
      <DialogFrame
        isOpen={store.message !== undefined}
        onClose={store.close}
        title={
          <Stack component="span" direction="row" sx={{ alignItems: 'center', gap: 1, color: 'var(--gold)' }}>
            <WorkspacePremiumOutlined />
            SVIP专享内容
          </Stack>
        }
        actions={
          <>
            <Button color="inherit" onClick={store.close}>
              暂不开通
            </Button>
            <Button variant="outlined" onClick={() => setRedeeming(true)}>
              使用兑换码
            </Button>
            <Button
              variant="contained"
              onClick={() => {
                store.close();
                onGo('/vip');
              }}
            >
              查看SVIP方案
            </Button>
          </>
        }
      >
        <Typography>{store.message}</Typography>
        <Typography variant="body2" color="textSecondary">
          开通后立即生效，无需重新登录；已公开的内容可以继续浏览。
        </Typography>
        <HelpAt place="/vip" />
      </DialogFrame>
      {isRedeeming && <RedeemDialog redeem={redeem} onClose={() => setRedeeming(false)} />}
    </>
  );
});
