import Button from '@mui/material/Button';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { Subscription } from '#schemas/api/alerts.ts';
import { hashAddress } from '#client/lib/router.ts';
import { shownMoment } from '#client/ui/field-types/texts/shown-date.ts';
import { ConfirmDialog } from '#client/ui/dialogs/confirm-dialog.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { PageHead } from '#client/ui/page-head.tsx';
import { LoadingBlock } from '#client/ui/loading-block.tsx';
import { AlertLines } from './alert-lines.tsx';
import { freshWords, subscriptionFacts } from './alert-words.ts';
import { SettingsCard } from './settings-card.tsx';
import { SubscribeDialog } from './subscribe-dialog.tsx';
import type { SubscriptionsStore } from './subscriptions-store.ts';
import { ViewChange } from './view-change.tsx';
import './alerts.css';

/** Everything that a user is alerted of, what is new of it, and when and where alerts come. */
export const SubscriptionsPage = observer(function SubscriptionsPage({
  store,
}: {
  readonly store: SubscriptionsStore;
}) {
  const { all } = store;
  useEffect(() => void all.refresh(), [all]);
  const [edited, setEdited] = useState<Subscription>();
  const [ended, setEnded] = useState<Subscription>();
  const { value, failure } = all;
  return (
    <>
      <PageHead
        title="我的订阅"
        help="订阅的视图、清单与记录有变化时提醒您：同一条记录只提醒一次，较早发生、新近收录的归为“补录”。"
      />
      {failure && <Notice isAlert title={failure.message} action={{ label: '重试', onPress: () => void all.load() }} />}
      {!failure && !value && <LoadingBlock height={160} />}
      {value && (
        <section className="personal-card" aria-labelledby="own-subscriptions">
          <h2 id="own-subscriptions">
            订阅 <small className="personal-soft">{`${value.list.length} / ${value.limit}`}</small>
          </h2>
          {value.list.length === 0 && (
            <p className="personal-soft">
              还没有订阅。在列表中筛选并保存视图后点“订阅”，在企业、机构等详情页“项目访客”或按匹配度排序的列表中点“订阅”，或在“我的清单”中订阅清单。
            </p>
          )}
          <ul className="alert-rows">
            {value.list.map((one) => (
              <Row
                key={one.id}
                store={store}
                subscription={one}
                ways={value}
                onEdit={() => setEdited(one)}
                onEnd={() => setEnded(one)}
              />
            ))}
          </ul>
        </section>
      )}
      {value && <SettingsCard store={store} settings={value.settings} hasMail={value.hasMail} />}
      {edited && <SubscribeDialog store={store} target={edited} onClose={() => setEdited(undefined)} />}
      {ended && (
        <ConfirmDialog
          title="取消订阅？"
          confirm="取消订阅"
          cancel="保留"
          isGrave
          onSubmit={() => store.end(ended)}
          onClose={() => setEnded(undefined)}
        >
          {`“${ended.name}”不再提醒，已收到的提醒保留。`}
        </ConfirmDialog>
      )}
    </>
  );
});

interface RowProps {
  readonly store: SubscriptionsStore;
  readonly subscription: Subscription;
  readonly ways: { readonly hasMail: boolean; readonly hasWebhook: boolean };
  readonly onEdit: () => void;
  readonly onEnd: () => void;
}

const Row = observer(function Row({ store, subscription, ways, onEdit, onEnd }: RowProps) {
  const [isOpen, setOpen] = useState(false);
  const { name, link, fresh, paused, createdAt } = subscription;
  return (
    <li className="alert-row">
      <div className="alert-row-head">
        <div className="alert-row-name">
          {link === '' ? <b>{name}</b> : <a href={hashAddress(link)}>{name}</a>}
          {fresh > 0 && <span className="alert-count">{freshWords(subscription)}</span>}
          <p className="personal-soft">
            {subscriptionFacts(subscription, ways)} · {shownMoment(createdAt, 'YYYY-MM-DD')} 起
          </p>
          {paused !== null && (
            <p className="alert-paused" role="status">
              已暂停：{paused}
            </p>
          )}
        </div>
        <div className="alert-row-acts">
          {fresh > 0 && (
            <Button onClick={() => void store.markSeen(subscription).catch(() => undefined)}>标为已看</Button>
          )}
          <Button aria-expanded={isOpen} aria-label={`${name}的最近提醒`} onClick={() => setOpen(!isOpen)}>
            {isOpen ? '收起' : '查看'}
          </Button>
          <Button color="inherit" aria-label={`设置 ${name}`} onClick={onEdit}>
            设置
          </Button>
          <Button color="inherit" aria-label={`取消订阅 ${name}`} onClick={onEnd}>
            取消订阅
          </Button>
        </div>
      </div>
      <ViewChange store={store} subscription={subscription} />
      {isOpen && <AlertLines store={store} subscription={subscription} />}
    </li>
  );
});
