import { observer } from 'mobx-react-lite';
import { ConfirmDialog } from '#client/ui/dialogs/confirm-dialog.tsx';
import type { ContactKind, ExchangeStore } from './exchange-store.ts';

export interface ExchangeDialogProps {
  readonly exchange: ExchangeStore;
  readonly what: ContactKind;
  /** As of every form in a dialog: resolves to false where the dialog stays open. */
  readonly onConfirm: () => Promise<unknown>;
  readonly onClose: () => void;
}

const TITLES: Readonly<Record<ContactKind, string>> = { PHONE: '交换手机号', WEIXIN: '交换微信' };

/** What a request will give away, before it is sent. */
export const ExchangeDialog = observer(function ExchangeDialog(props: ExchangeDialogProps) {
  const { exchange, what, onConfirm, onClose } = props;
  return (
    <ConfirmDialog title={TITLES[what]} confirm="继续" busyWord="正在发送…" onSubmit={onConfirm} onClose={onClose}>
      <p>{exchange.warning(what)}</p>
    </ConfirmDialog>
  );
});
