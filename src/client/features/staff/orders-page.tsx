import Button from '@mui/material/Button';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { OrderState, Provider, StaffOrder } from '#schemas/api/orders.ts';
import { usePageTitle } from '#client/lib/page-title.ts';
import { hashAddress } from '#client/lib/router.ts';
import { shownMoment } from '#client/ui/field-types/texts/shown-date.ts';
import { Notice } from '#client/ui/notice.tsx';
import { DeedDialog } from '#client/ui/deed-dialog.tsx';
import type { OrderList } from './desk-lists.ts';
import { Chip, Choice, ListFrame, Panel } from './desk-parts.tsx';
import { ScrollBox } from '#client/ui/scroll-box.tsx';
import type { OrderDesk } from './order-desk.ts';
import { ORDER_WORDS, PROVIDER_WORDS } from './staff-words.ts';
import { useFilter } from './use-filter.ts';
import './staff.css';

const STATES = Object.fromEntries(Object.entries(ORDER_WORDS).map(([state, [label]]) => [state, label]));

interface OrdersPageProps {
  readonly store: OrderList;
  readonly desk: OrderDesk;
}

/** `/staff/orders`: what everybody bought. */
export const OrdersPage = observer(function OrdersPage({ store, desk }: OrdersPageProps) {
  usePageTitle('订单');
  const [{ state, provider, person, no }, change] = useFilter(['state', 'provider', 'person', 'no']);
  useEffect(() => {
    const isState = state !== undefined && Object.hasOwn(ORDER_WORDS, state);
    const isProvider = provider !== undefined && Object.hasOwn(PROVIDER_WORDS, provider);
    void store.show({
      ...(isState && { state: state as OrderState }),
      ...(isProvider && { provider: provider as Provider }),
      ...(person !== undefined && { person }),
    });
  }, [store, state, provider, person]);
  const opened = store.pages.list?.find((order) => order.no === no);
  const close = () => change({ no: '' });
  return (
    <div className="desk">
      <header className="desk-head">
        <h1>订单</h1>
        {person !== undefined && <Button onClick={() => change({ person: '' })}>只看 UID {person} 的订单 ✕</Button>}
        <Choice label="状态" value={state ?? ''} options={STATES} onChoose={(next) => change({ state: next })} />
        <Choice
          label="支付方式"
          value={provider ?? ''}
          options={PROVIDER_WORDS}
          onChoose={(next) => change({ provider: next })}
        />
      </header>
      <div className="desk-body">
        <ListFrame store={store} empty="没有符合条件的订单">
          {(list) => <OrderTable list={list} opened={no} onOpen={(next) => change({ no: next })} />}
        </ListFrame>
        {opened && <OrderPanel key={opened.no} order={opened} desk={desk} onClose={close} />}
        {no !== undefined && store.pages.list && !opened && (
          <Panel title={`订单 ${no}`} onClose={close}>
            <Notice title="这一页里没有此订单">清除筛选或加载更多后再试。</Notice>
          </Panel>
        )}
      </div>
    </div>
  );
});

interface OrderTableProps {
  readonly list: readonly StaffOrder[];
  readonly opened: string | undefined;
  readonly onOpen: (no: string) => void;
}

function OrderTable({ list, opened, onOpen }: OrderTableProps) {
  return (
    <ScrollBox className="desk-scroll" label="订单列表">
      <table className="data-table desk-table">
        <thead>
          <tr>
            <th scope="col">订单号</th>
            <th scope="col">商品</th>
            <th scope="col" className="desk-number">
              金额（元）
            </th>
            <th scope="col">用户</th>
            <th scope="col" className="desk-spare">
              支付方式
            </th>
            <th scope="col">状态</th>
            <th scope="col" className="desk-spare">
              下单时间
            </th>
          </tr>
        </thead>
        <tbody>
          {list.map((order) => (
            <tr key={order.no} aria-current={order.no === opened}>
              <td>
                <button type="button" className="desk-name" onClick={() => onOpen(order.no)}>
                  {order.no}
                </button>
              </td>
              <td className="desk-long" title={order.product.name}>
                {order.product.name}
              </td>
              <td className="desk-number">{order.price}</td>
              <td className="desk-long" title={order.person.name}>
                {order.person.name}
              </td>
              <td className="desk-spare">{PROVIDER_WORDS[order.provider]}</td>
              <td>
                <Chip words={ORDER_WORDS[order.state]} />
              </td>
              <td className="desk-spare">{shownMoment(order.createdAt)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

interface OrderPanelProps {
  readonly order: StaffOrder;
  readonly desk: OrderDesk;
  readonly onClose: () => void;
}

const moment = (instant: string | null): string => (instant === null ? '—' : shownMoment(instant));
const isRefundable = ({ state }: StaffOrder): boolean => state === 'PAID' || state === 'FULFILLED';

const OrderPanel = observer(function OrderPanel({ order, desk, onClose }: OrderPanelProps) {
  const [isAsked, setAsked] = useState(false);
  const { cases } = desk;
  const { no, product } = order;
  return (
    <Panel title={`订单 ${no}`} onClose={onClose}>
      {order.moneyDue && <p className="desk-warning">商品已收回，退款尚未得到支付平台确认。</p>}
      <dl className="desk-facts">
        <dt>状态</dt>
        <dd>
          <Chip words={ORDER_WORDS[order.state]} />
        </dd>
        <dt>商品</dt>
        <dd>{product.name}</dd>
        <dt>内容</dt>
        <dd>{product.kind === 'coins' ? `${product.coins} 鲸币` : `SVIP ${product.svipDays} 天`}</dd>
        <dt>金额</dt>
        <dd>{order.price} 元</dd>
        <dt>支付方式</dt>
        <dd>{PROVIDER_WORDS[order.provider]}</dd>
        <dt>平台单号</dt>
        <dd>{order.tradeNo ?? '—'}</dd>
        <dt>用户</dt>
        <dd>
          <a href={hashAddress(`/staff/users?uid=${order.person.id}`)}>{order.person.name}</a>
        </dd>
        <dt>下单时间</dt>
        <dd>{moment(order.createdAt)}</dd>
        <dt>支付时间</dt>
        <dd>{moment(order.paidAt)}</dd>
        {order.refundedAt !== null && (
          <>
            <dt>退款时间</dt>
            <dd>{moment(order.refundedAt)}</dd>
            <dt>退款原因</dt>
            <dd>{order.refundReason}</dd>
          </>
        )}
      </dl>
      {isRefundable(order) && (
        <div className="desk-deeds">
          <Button
            variant="outlined"
            color="error"
            onClick={() => {
              cases.forgetRefusal();
              setAsked(true);
            }}
          >
            退款…
          </Button>
        </div>
      )}
      {isAsked && (
        <DeedDialog
          words={{
            title: `退款订单 ${no}`,
            consequence: '收回此订单发放的鲸币或 SVIP，并将款项原路退回。退款后不能撤回。',
            confirm: '确认退款',
            isGrave: true,
          }}
          isActing={cases.busy === no}
          refusal={cases.refusal?.id === no ? cases.refusal.failure : undefined}
          onClose={() => setAsked(false)}
          onConfirm={(reason) =>
            void desk.refund(no, reason).then((isDone) => {
              if (isDone) setAsked(false);
            })
          }
        />
      )}
    </Panel>
  );
});
