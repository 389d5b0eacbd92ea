import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import type { LedgerLine } from '#schemas/api/coins.ts';
import { CONTACT_PRICE } from '#shared/policy/contact-limits.ts';
import { usePageTitle } from '#client/lib/page-title.ts';
import { shownMoment } from '#client/ui/field-types/texts/shown-date.ts';
import { MoreButton } from '#client/ui/more-button.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { partPrice } from './coin-words.ts';
import type { LedgerStore } from './ledger-store.ts';
import { OUTLINED } from './head-button.ts';
import { OfferCard } from './offer-card.tsx';
import type { OffersStore } from './offers-store.ts';
import { PayDialog } from './pay-dialog.tsx';
import { RedeemDialog } from './redeem-dialog.tsx';
import type { RedeemStore } from './redeem-store.ts';
import './coins.css';

interface CoinsPageProps {
  readonly ledger: LedgerStore;
  readonly offers: OffersStore;
  readonly redeem: RedeemStore;
  readonly ordersHref: string;
}

/** The person’s coins: how many, where from and where to, and how to get more. */
export const CoinsPage = observer(function CoinsPage({ ledger, offers, redeem, ordersHref }: CoinsPageProps) {
  usePageTitle('鲸币');
  useEffect(() => void ledger.load(), [ledger]);
  useEffect(() => void offers.load(), [offers]);
  const { balance, failure } = ledger;
  const { list: lines } = ledger.lines;
  return (
    <div className="coins">
      <header className="coins-head">
        <div>
          <h1>鲸币</h1>
          <p>免费查看次数用完之后，可用鲸币查看联系方式；买过的联系方式长期可见。</p>
        </div>
        <Button href={ordersHref} color="inherit" variant="outlined" sx={OUTLINED}>
          我的订单
        </Button>
      </header>
      {failure && (
        <Notice isAlert title={failure.message} action={{ label: '重试', onPress: () => void ledger.load() }} />
      )}
      <section className="coins-card coins-balance" aria-label="余额">
        {balance && (
          <p>
            <span className="coins-soft">余额</span>
            <strong>{balance.balance}</strong>
            <span>鲸币</span>
          </p>
        )}
        {!balance && !ledger.refusal && <Skeleton width={160} height={52} />}
        {!balance && ledger.refusal && <p className="coins-soft">余额暂时无法显示</p>}
        {balance && (
          <p className="coins-soft">
            查看一次联系方式 {balance.os} 鲸币，
            {ledger.views > 0 ? `现有余额可查看 ${ledger.views} 次` : '现有余额不足一次'}
          </p>
        )}
        <Button variant="contained" onClick={redeem.open}>
          使用兑换码
        </Button>
      </section>
      <TopUp offers={offers} />
      <section className="coins-card">
        <h2>收支明细</h2>
        {!lines && !failure && <Skeleton variant="rounded" height={160} />}
        {lines?.length === 0 && <Notice title="还没有收支记录" />}
        {lines && lines.length > 0 && <Ledger lines={lines} />}
        <MoreButton pages={ledger.lines} />
      </section>
      <RedeemDialog store={redeem} />
      <PayDialog store={offers} />
    </div>
  );
});

const TopUp = observer(function TopUp({ offers }: { readonly offers: OffersStore }) {
  const list = offers.of('coins');
  const { failure } = offers;
  if (list?.length === 0) return null;
  const isPayable = Boolean(offers.offers?.payment);
  return (
    <section className="coins-card" aria-label="充值">
      <h2>充值</h2>
      {failure && (
        <Notice isAlert title={failure.message} action={{ label: '重试', onPress: () => void offers.load() }} />
      )}
      {!list && !failure && <Skeleton variant="rounded" height={120} />}
      {list && !isPayable && (
        <p className="coins-soft">本站尚未开通在线支付，请联系运营人员购买兑换码；以下为参考价格。</p>
      )}
      <ul className="coins-offers">
        {list?.map((offer) => (
          <OfferCard
            key={offer.productId}
            offer={offer}
            detail={`查看一次联系方式合 ${partPrice(offer.price, CONTACT_PRICE, offer.coins)}`}
            onBuy={isPayable ? () => offers.choose(offer) : undefined}
          />
        ))}
      </ul>
    </section>
  );
});

function Ledger({ lines }: { readonly lines: readonly LedgerLine[] }) {
  return (
    <table className="coins-ledger">
      <thead>
        <tr>
          <th scope="col">时间</th>
          <th scope="col">类型</th>
          <th scope="col">说明</th>
          <th scope="col">变动</th>
          <th scope="col">余额</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.id}>
            <td>{shownMoment(line.at)}</td>
            <td>{line.label}</td>
            <td>{line.note}</td>
            <td data-sign={line.amount > 0 ? 'in' : 'out'}>
              {line.amount > 0 ? '+' : '−'}
              {Math.abs(line.amount)}
            </td>
            <td>
              <span className="coins-phone">余额 </span>
              {line.balance}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
