import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { type Actor, isSvip, SVIP } from '#shared/policy/actor.ts';
import type { VipInfo } from '#schemas/api/coins.ts';
import { usePageTitle } from '#client/lib/page-title.ts';
import { shownMoment } from '#client/ui/field-types/texts/shown-date.ts';
import { Notice } from '#client/ui/notice.tsx';
import { PageHead } from '#client/ui/page-head.tsx';
import { LoadingBlock } from '#client/ui/loading-block.tsx';
import { partPriceLabel } from './coin-labels.ts';
import { OfferList } from './offer-list.tsx';
import type { OffersStore } from './offers-store.ts';
import { privilegesOf } from './privileges.ts';
import type { Redeem } from './redeem.ts';
import { RedeemButton } from './redeem-dialog.tsx';
import './coins.css';

interface VipPageProps {
  readonly store: OffersStore;
  readonly redeem: Redeem;
  /** Who looks: what SVIP changes depends on what one is already. */
  readonly person: Actor;
  readonly ordersHref: string;
}

/** What SVIP is, what it costs, how long one has it. */
export const VipPage = observer(function VipPage({ store, redeem, person, ordersHref }: VipPageProps) {
  usePageTitle('SVIP');
  useEffect(() => void store.load(), [store]);
  const { failure } = store;
  const { value: vip } = store.vip;
  const isEndless = vip?.type === SVIP && vip.until === null;
  return (
    <div className="coins">
      <PageHead title="SVIP" help="查看全部详情与更多联系方式，到期前再次购买从到期日续期。">
        <Button href={ordersHref} color="inherit" variant="outlined" className="coins-way">
          我的订单
        </Button>
      </PageHead>
      {failure && (
        <Notice isAlert title={failure.message} action={{ label: '重试', onPress: () => void store.load() }} />
      )}
      {!failure && (
        <section className="coins-card coins-balance" data-gold aria-label="我的SVIP">
          {vip ? <VipState vip={vip} /> : <Skeleton width={220} height={52} />}
          <RedeemButton redeem={redeem} disabled={isEndless} />
        </section>
      )}
      {!failure && !isEndless && (
        <section className="coins-card">
          <h2>{vip?.type === SVIP ? '续期' : '开通'}</h2>
          {!store.of('svip') && <LoadingBlock height={140} />}
          <OfferList
            store={store}
            kind="svip"
            detail={({ price, svipDays }) => `${svipDays} 天，每天合 ${partPriceLabel(price, 1, svipDays)}`}
          />
        </section>
      )}
      <Comparison person={person} />
      {vip && vip.periods.length > 0 && <Periods vip={vip} />}
    </div>
  );
});

function VipState({ vip }: { readonly vip: VipInfo }) {
  if (vip.type !== SVIP)
    return (
      <p>
        <strong className="coins-word">未开通</strong>
        <span className="coins-soft">开通后立即生效，无需重新登录</span>
      </p>
    );
  return (
    <p>
      <strong className="coins-word">SVIP 有效</strong>
      <span className="coins-soft">{vip.until === null ? '长期有效' : `有效期至 ${shownMoment(vip.until)}`}</span>
    </p>
  );
}

function Comparison({ person }: { readonly person: Actor }) {
  return (
    <section className="coins-card">
      <h2>权益对比</h2>
      <table className="coins-table coins-compare">
        <thead>
          <tr>
            <th scope="col">权益</th>
            <th scope="col">{isSvip(person) ? '普通用户' : '当前权益'}</th>
            <th scope="col">SVIP</th>
          </tr>
        </thead>
        <tbody>
          {privilegesOf(person).map(({ label, now, svip, isMore }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{now}</td>
              <td data-more={isMore || undefined}>{svip}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const SOURCES = { order: '购买', code: '兑换码', grant: '平台赠送' } as const;

function Periods({ vip }: { readonly vip: VipInfo }) {
  return (
    <section className="coins-card">
      <h2>开通记录</h2>
      <ul>
        {vip.periods.map(({ id, starts, ends, source, revoked }) => (
          <li key={id}>
            <span>
              {shownMoment(starts, 'YYYY-MM-DD')} 至 {shownMoment(ends, 'YYYY-MM-DD')}
            </span>{' '}
            <span className="coins-soft">
              {SOURCES[source]}
              {revoked && '，已收回'}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
