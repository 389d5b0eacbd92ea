import Button from '@mui/material/Button';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { Webhook } from '#schemas/api/webhooks.ts';
import { asFailure } from '#client/lib/api-failure.ts';
import { ConfirmDialog } from '#client/ui/dialogs/confirm-dialog.tsx';
import { FormDialog } from '#client/ui/dialogs/form-dialog.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { MadeKeyDialog } from './made-key-dialog.tsx';
import { NewWebhookDialog } from './new-webhook-dialog.tsx';
import type { OwnerPart } from './owner-part.ts';
import { WebhookLogDialog } from './webhook-log-dialog.tsx';
import { outcomeWords, takenWords } from './webhook-words.ts';
import type { WebhooksStore } from './webhooks-store.ts';

interface WebhooksPartProps {
  readonly store: WebhooksStore;
  readonly owner: OwnerPart;
  readonly objects: readonly { readonly objectApiName: string; readonly label: string }[];
}

type Asked = { readonly what: 'new' } | { readonly what: 'rotate' | 'remove' | 'log'; readonly webhook: Webhook };

/** Addresses that messages are sent to. Absent where this installation sends none. */
export const WebhooksPart = observer(function WebhooksPart({ store, owner, objects }: WebhooksPartProps) {
  const [asked, setAsked] = useState<Asked>();
  const [said, setSaid] = useState<{ readonly id: string; readonly words: string }>();
  const { webhooks, made } = store;
  useEffect(() => void webhooks.load(), [webhooks]);
  const { value, failure } = webhooks;
  const close = () => {
    owner.forget();
    setAsked(undefined);
  };
  if (failure)
    return <Notice isAlert title={failure.message} action={{ label: '重试', onPress: () => void webhooks.load() }} />;
  if (!value || (!value.isAllowed && value.webhooks.length === 0)) return null;
  const labelOf = (name: string) => objects.find((object) => object.objectApiName === name)?.label ?? name;
  const act = ({ id }: Webhook, work: Promise<string>) => {
    setSaid({ id, words: '请稍候…' });
    work.then(
      (words) => setSaid({ id, words }),
      (thrown: unknown) => setSaid({ id, words: asFailure(thrown).message }),
    );
  };
  return (
    <section className="paper-card" aria-label="Webhook">
      <div className="developer-head">
        <h2>Webhook</h2>
        <Button disabled={!value.isAllowed} onClick={() => setAsked({ what: 'new' })}>
          添加 Webhook
        </Button>
      </div>
      {!value.isAllowed && <p className="developer-soft">此系统未开启 Webhook，消息不会发送。</p>}
      {value.webhooks.length === 0 && (
        <p className="developer-soft">记录、订阅或清单有变化时，立即通知您的程序；内容用密钥读取。</p>
      )}
      <ul className="developer-keys">
        {value.webhooks.map((webhook) => (
          <li key={webhook.id} data-over={webhook.off !== null || undefined}>
            <div>
              <p>
                <b>{webhook.name}</b>
                <span className="developer-state" data-state={webhook.off === null ? 'good' : 'ending'}>
                  {webhook.off ?? '启用'}
                </span>
                <code>{webhook.url}</code>
              </p>
              <p>
                {takenWords(webhook, labelOf)}
                {webhook.waiting > 0 && ` · ${webhook.waiting} 条等待发送`}
                {webhook.formerUntil !== null && ' · 密钥更换中，新旧密钥都会签名'}
              </p>
              {said?.id === webhook.id && <p role="status">{said.words}</p>}
            </div>
            <div className="developer-acts">
              <Button
                aria-label={`测试 ${webhook.name}`}
                onClick={() =>
                  act(
                    webhook,
                    store.test(webhook.id).then((sent) => `测试消息：${outcomeWords(sent)}`),
                  )
                }
              >
                测试
              </Button>
              <Button aria-label={`发送记录 ${webhook.name}`} onClick={() => setAsked({ what: 'log', webhook })}>
                记录
              </Button>
              <Button aria-label={`更换密钥 ${webhook.name}`} onClick={() => setAsked({ what: 'rotate', webhook })}>
                更换密钥
              </Button>
              <Button
                aria-label={`${webhook.off === null ? '停用' : '启用'} ${webhook.name}`}
                onClick={() =>
                  act(
                    webhook,
                    store.switch(webhook.id, webhook.off !== null).then(() => ''),
                  )
                }
              >
                {webhook.off === null ? '停用' : '启用'}
              </Button>
              <Button
                color="error"
                aria-label={`删除 ${webhook.name}`}
                onClick={() => setAsked({ what: 'remove', webhook })}
              >
                删除
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {asked?.what === 'new' && <NewWebhookDialog store={store} owner={owner} objects={objects} onClose={close} />}
      {asked?.what === 'log' && <WebhookLogDialog store={store} webhook={asked.webhook} onClose={close} />}
      {asked?.what === 'rotate' && (
        <RotateSecretDialog store={store} owner={owner} webhook={asked.webhook} onClose={close} />
      )}
      {asked?.what === 'remove' && (
        <ConfirmDialog
          title="删除 Webhook？"
          confirm="删除"
          isGrave
          onSubmit={() => store.remove(asked.webhook.id)}
          onClose={close}
        >
          {`“${asked.webhook.name}”及其发送记录将被删除，等待发送的消息不再发送。此操作不能撤销。`}
        </ConfirmDialog>
      )}
      {made && <MadeKeyDialog name={made.webhook.name} secret={made.secret} onClose={() => store.putAway()} />}
    </section>
  );
});

interface RotateSecretDialogProps {
  readonly store: WebhooksStore;
  readonly owner: OwnerPart;
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

const RotateSecretDialog = observer(function RotateSecretDialog(props: RotateSecretDialogProps) {
  const { store, owner, webhook, onClose } = props;
  const proof = owner.proof();
  return (
    <FormDialog
      title="更换签名密钥"
      confirm="更换"
      isReady={proof !== undefined}
      onSubmit={() => store.rotate(webhook.id, proof ?? {})}
      onClose={onClose}
    >
      <div className="developer-form">
        <p>{`将为“${webhook.name}”生成新的签名密钥；24 小时内的消息同时带有新旧两个签名，请在此之前改用新密钥。`}</p>
        {owner.fields(undefined)}
      </div>
    </FormDialog>
  );
});
