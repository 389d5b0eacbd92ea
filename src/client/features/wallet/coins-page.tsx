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
import { PageHead } from '#client/ui/page-head.tsx';
import { LoadingBlock } from '#client/ui/loading-block.tsx';
import { partPriceLabel } from './coin-labels.ts';
import type { LedgerStore } from './ledger-store.ts';
import { OfferList } from './offer-list.tsx';
import type { OffersStore } from './offers-store.ts';
import type { Redeem } from './redeem.ts';
import { RedeemButton } from './redeem-dialog.tsx';
import './coins.css';

interface CoinsPageProps {
  readonly ledger: LedgerStore;
  readonly offers: OffersStore;
  readonly redeem: Redeem;
  readonly ordersHref: string;
}

/** The user’s coins: how many, where from and where to, and how to get more. */
export const CoinsPage = observer(function CoinsPage({ ledger, offers, redeem, ordersHref }: CoinsPageProps) {
  usePageTitle('鲸币');
  useEffect(() => void ledger.load(), [ledger]);
  useEffect(() => void offers.load(), [offers]);
  const { failure } = ledger;
  const { list: lines } = ledger.lines;
  return (
    <div className="coins">
      <PageHead title="鲸币" help="免费查看次数用完之后，可用鲸币查看联系方式；买过的联系方式长期可见。">
        <Button href={ordersHref} color="inherit" variant="outlined" className="coins-way">
          我的订单
        </Button>
      </PageHead>
      {failure && (
        <Notice isAlert title={failure.message} action={{ label: '重试', onPress: () => void ledger.load() }} />
      )}
      <section className="coins-card coins-balance" aria-label="余额">
        <BalanceLine ledger={ledger} />
        <RedeemButton redeem={redeem} />
      </section>
      <TopUp offers={offers} />
      <section className="coins-card">
        <h2>收支明细</h2>
        {!lines && !failure && <LoadingBlock height={160} />}
        {lines?.length === 0 && <Notice title="还没有收支记录" />}
        {lines && lines.length > 0 && <Ledger lines={lines} />}
        <MoreButton pages={ledger.lines} />
      </section>
    </div>
  );
});

const BalanceLine = observer(function BalanceLine({ ledger }: Pick<CoinsPageProps, 'ledger'>) {
  const { value, failure } = ledger.balance;
  if (!value) return failure ? <p className="coins-soft">余额暂时无法显示</p> : <Skeleton width={160} height={52} />;
  const views = Math.floor(value.balance / value.os);
  return (
    <>
      <p>
        <span className="coins-soft">余额</span>
        <strong>{value.balance}</strong>
        <span>鲸币</span>
      </p>
      <p className="coins-soft">
        查看一次联系方式 {value.os} 鲸币，{views > 0 ? `现有余额可查看 ${views} 次` : '现有余额不足一次'}
      </p>
    </>
  );
});

const TopUp = observer(function TopUp({ offers }: Pick<CoinsPageProps, 'offers'>) {
  const list = offers.of('coins');
  const { failure } = offers;
  if (list?.length === 0) return null;
  return (
    <section className="coins-card" aria-label="充值">
      <h2>充值</h2>
      {failure && (
        <Notice isAlert title={failure.message} action={{ label: '重试', onPress: () => void offers.load() }} />
      )}
      {!list && !failure && <LoadingBlock height={120} />}
      <OfferList
        store={offers}
        kind="coins"
        detail={({ price, coins }) => `查看一次联系方式合 ${partPriceLabel(price, CONTACT_PRICE, coins)}`}
      />
    </section>
  );
});

function Ledger({ lines }: { readonly lines: readonly LedgerLine[] }) {
  return (
    <table className="coins-table coins-ledger">
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
