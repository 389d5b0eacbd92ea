import Button from '@mui/material/Button';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { ApiKey } from '#schemas/api/api-keys.ts';
import { usePageTitle } from '#client/lib/page-title.ts';
import { ConfirmDialog } from '#client/ui/dialogs/confirm-dialog.tsx';
import { FormDialog } from '#client/ui/dialogs/form-dialog.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { PageHead } from '#client/ui/page-head.tsx';
import { LoadingBlock } from '#client/ui/loading-block.tsx';
import { GuidePart } from './guide-part.tsx';
import { KeyList } from './key-list.tsx';
import type { KeysStore } from './keys-store.ts';
import { MadeKeyDialog } from './made-key-dialog.tsx';
import { NewKeyDialog } from './new-key-dialog.tsx';
import type { OwnerPart } from './owner-part.ts';
import { WebhooksPart } from './webhooks-part.tsx';
import type { WebhooksStore } from './webhooks-store.ts';
import { UsagePart } from './usage-part.tsx';
import type { UsageStore } from './usage-store.ts';
import './developer.css';

interface DeveloperPageProps {
  readonly keys: KeysStore;
  readonly usage: UsageStore;
  readonly webhooks: WebhooksStore;
  readonly owner: OwnerPart;
  /** Where programs reach the product, e.g. `https://host`. */
  readonly origin: string;
}

type Asked = { readonly what: 'new' } | { readonly what: 'rotate' | 'revoke'; readonly key: ApiKey };

/** Keys for programs, what they were used for, and how to read with them. */
export const DeveloperPage = observer(function DeveloperPage({
  keys: store,
  usage,
  webhooks,
  owner,
  origin,
}: DeveloperPageProps) {
  usePageTitle('开放接口');
  const [asked, setAsked] = useState<Asked>();
  const { keys, made } = store;
  useEffect(() => void keys.load(), [keys]);
  const { value, failure } = keys;
  const close = () => {
    owner.forget();
    setAsked(undefined);
  };
  return (
    <div className="page-column developer">
      <PageHead
        title="开放接口"
        help="用密钥让您的程序读取您有权查看的数据：列表、记录、统计，以及不会遗漏的增量同步。"
      >
        <Button variant="contained" disabled={!value} onClick={() => setAsked({ what: 'new' })}>
          创建密钥
        </Button>
      </PageHead>
      <section className="paper-card" aria-label="密钥">
        <h2>密钥</h2>
        {failure && (
          <Notice isAlert title={failure.message} action={{ label: '重试', onPress: () => void keys.load() }} />
        )}
        {!failure && !value && <LoadingBlock height={96} />}
        {value?.keys.length === 0 && <p className="developer-soft">还没有密钥。创建后即可按下方示例读取数据。</p>}
        {value && value.keys.length > 0 && (
          <KeyList
            keys={value.keys}
            objects={value.objects}
            onRotate={(key) => setAsked({ what: 'rotate', key })}
            onRevoke={(key) => setAsked({ what: 'revoke', key })}
          />
        )}
      </section>
      <WebhooksPart store={webhooks} owner={owner} objects={value?.objects ?? []} />
      <UsagePart store={usage} objects={value?.objects ?? []} />
      <GuidePart origin={origin} objects={value?.objects ?? []} />
      {asked?.what === 'new' && <NewKeyDialog store={store} owner={owner} onClose={close} />}
      {asked?.what === 'rotate' && <RotateDialog store={store} owner={owner} apiKey={asked.key} onClose={close} />}
      {asked?.what === 'revoke' && (
        <ConfirmDialog
          title="吊销密钥？"
          confirm="吊销"
          isGrave
          onSubmit={() => store.revoke(asked.key.id)}
          onClose={() => setAsked(undefined)}
        >
          {`密钥“${asked.key.name}”将立即失效，使用它的程序将无法读取数据。此操作不能撤销。`}
        </ConfirmDialog>
      )}
      {made && <MadeKeyDialog name={made.key.name} secret={made.secret} onClose={() => store.putAway()} />}
    </div>
  );
});

interface RotateDialogProps {
  readonly store: KeysStore;
  readonly owner: OwnerPart;
  readonly apiKey: ApiKey;
  readonly onClose: () => void;
}

const RotateDialog = observer(function RotateDialog({ store, owner, apiKey, onClose }: RotateDialogProps) {
  const proof = owner.proof();
  return (
    <FormDialog
      title="更换密钥"
      confirm="更换"
      isReady={proof !== undefined}
      onSubmit={() => store.rotate(apiKey.id, proof ?? {})}
      onClose={onClose}
    >
      <div className="developer-form">
        <p>{`将创建与“${apiKey.name}”权限相同的新密钥；旧密钥在 24 小时后失效，请在此之前让程序改用新密钥。`}</p>
        {owner.fields(undefined)}
      </div>
    </FormDialog>
  );
});
