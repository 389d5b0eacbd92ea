import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Divider from '@mui/material/Divider';
import { observer } from 'mobx-react-lite';
import { type ReactNode, useEffect } from 'react';
import { ReasonDialog } from '#client/ui/dialogs/reason-dialog.tsx';
import { detailPath, hashAddress } from '#client/lib/router.ts';
import { Toast } from '#client/ui/toast.tsx';
import { LoadingBlock } from '#client/ui/loading-block.tsx';
import { ContactDialogs, type ContactPaths } from './contact-dialogs.tsx';
import type { ContactPanelStore } from './contact-panel-store.ts';
import { ContactValues } from './contact-values.tsx';
import { LOAD_FAILED, OPENED, openingLine } from './contact-labels.ts';
import { PanelRow } from './panel-row.tsx';

interface ContactPanelProps {
  readonly store: ContactPanelStore;
  readonly paths: ContactPaths;
  /** Ways to the contact's conversation; absent where there are none. */
  readonly talk?: Talk;
  /** What belongs to the contact: the plan of a company. */
  readonly children?: ReactNode;
}

/** Opens a conversation with an account. */
interface Talk {
  readonly onWrite: (uid: string) => void;
  /** Opens it to deliver a business plan; for founders who look at an investor. */
  readonly onDeliver?: ((uid: string) => void) | undefined;
}

/** The contact of a record: what seeing it costs, and once it is open the values. */
export const ContactPanel = observer(function ContactPanel({ store, paths, talk, children }: ContactPanelProps) {
  useEffect(() => void store.load(), [store]);
  const { opened, word } = store;
  return (
    <PanelFrame>
      <ContactRow store={store} paths={paths} {...(talk && { talk })} />
      {opened && <ContactValues contact={opened} onCopied={store.say} />}
      {children}
      <ContactDialogs store={store} paths={paths} />
      {word && (
        <Toast key={word.text} tone={word.isGood ? 'done' : 'failed'} onEnd={store.clearWord}>
          {word.text}
        </Toast>
      )}
    </PanelFrame>
  );
});

/** The card around the panel; a line separates its parts. */
export function PanelFrame({ children }: { readonly children: ReactNode }) {
  return (
    <Box
      component="section"
      aria-label="联系人"
      sx={{
        px: { xs: 2, md: 2.5 },
        py: 2,
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        bgcolor: 'background.paper',
      }}
    >
      {children}
    </Box>
  );
}

export const PanelDivider = () => <Divider sx={{ my: 1.5 }} />;

const ContactRow = observer(function ContactRow({ store, paths, talk }: Omit<ContactPanelProps, 'children'>) {
  const { button, failure, opened, isBusy } = store;
  if (failure)
    return (
      <PanelRow title="联系人" line={LOAD_FAILED}>
        <Button variant="outlined" onClick={() => void store.load()}>
          重试
        </Button>
      </PanelRow>
    );
  if (!button) return <LoadingBlock height={44} label="正在加载联系方式" />;
  if (store.isOwn)
    return (
      <PanelRow title="联系人" line="您是这里的联系人，可设置公开哪些联系方式">
        <Button variant="outlined" href={hashAddress(paths.settings)}>
          设置联系方式
        </Button>
      </PanelRow>
    );
  const { decision, price } = button;
  return (
    <PanelRow title="联系人" line={opened ? OPENED : openingLine(button)}>
      {button.page !== undefined && !opened && (
        <Button href={hashAddress(detailPath('PersonPage', button.page))} target="_blank" rel="noopener">
          个人主页
        </Button>
      )}
      {decision === 'certify' && (
        <Button variant="contained" href={hashAddress(paths.certify)}>
          去认证 ›
        </Button>
      )}
      {(decision === 'open' || decision === 'free' || decision === 'quotaUsed') && !opened && (
        <Button variant="contained" disabled={isBusy} onClick={() => void store.press()}>
          {isBusy ? '正在获取…' : '查看联系方式'}
        </Button>
      )}
      {(decision === 'buy' || decision === 'topUp') && (
        <Button variant="contained" disabled={isBusy} onClick={() => void store.press()}>
          {price}鲸币查看
        </Button>
      )}
      {store.asksReason && (
        <ReasonDialog
          title="查看联系方式"
          consequence="查看联系方式会写入操作日志。请仅在核实身份、处理投诉等必要时查看。"
          confirm="查看"
          onSubmit={store.openWithReason}
          onClose={store.closeDialog}
        />
      )}
      {talk && store.canTalk && <TalkButtons store={store} talk={talk} />}
    </PanelRow>
  );
});

const TalkButtons = observer(function TalkButtons({
  store,
  talk: { onWrite, onDeliver },
}: Pick<ContactPanelProps, 'store'> & { readonly talk: Talk }) {
  return (
    <>
      <Button variant="outlined" disabled={store.isBusy} onClick={() => void store.talk(onWrite)}>
        私信
      </Button>
      {onDeliver && (
        <Button variant="outlined" disabled={store.isBusy} onClick={() => void store.talk(onDeliver)}>
          投递BP
        </Button>
      )}
    </>
  );
});
