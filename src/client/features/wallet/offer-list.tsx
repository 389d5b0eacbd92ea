import Button from '@mui/material/Button';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { Offer, ProductKind } from '#schemas/api/orders.ts';
import { contentLabel, priceLabel } from './coin-labels.ts';
import type { OffersStore } from './offers-store.ts';
import { PayDialog } from './pay-dialog.tsx';
import './coins.css';

interface OfferListProps {
  readonly store: OffersStore;
  readonly kind: ProductKind;
  /** What of a product is worth a line: its days, the price of one. */
  readonly detail: (offer: Offer) => string;
}

/** Products with their prices; where a provider takes payments they can be bought. */
export const OfferList = observer(function OfferList({ store, kind, detail }: OfferListProps) {
  const [chosen, setChosen] = useState<Offer>();
  const { value: offers } = store.offers;
  const payment = offers?.payment;
  return (
    <>
      {offers && !payment && (
        <p className="coins-soft">本站尚未开通在线支付，请联系运营人员购买兑换码；以下为参考价格。</p>
      )}
      <ul className="coins-offers">
        {store.of(kind)?.map((offer) => (
          <OfferCard
            key={offer.productId}
            offer={offer}
            detail={detail(offer)}
            onBuy={payment ? () => setChosen(offer) : undefined}
          />
        ))}
      </ul>
      {chosen && payment && (
        <PayDialog
          product={chosen.name}
          content={contentLabel(chosen)}
          price={chosen.price}
          provider={payment.label}
          onPay={() => store.buy(chosen)}
          onClose={() => setChosen(undefined)}
        />
      )}
    </>
  );
});

interface OfferCardProps {
  readonly offer: Offer;
  readonly detail: string;
  readonly onBuy: (() => void) | undefined;
}

function OfferCard({ offer, detail, onBuy }: OfferCardProps) {
  const { name, price, originalPrice, badge } = offer;
  return (
    <li className="coins-offer" data-marked={badge !== null || undefined}>
      <h3>
        {name}
        {badge !== null && <span className="coins-badge">{badge}</span>}
      </h3>
      <p className="coins-price">
        {priceLabel(price)}
        {originalPrice !== null && (
          <del>
            <span className="visually-hidden">原价</span>
            {priceLabel(originalPrice)}
          </del>
        )}
      </p>
      <p className="coins-soft">{detail}</p>
      {onBuy && (
        <Button variant={badge === null ? 'outlined' : 'contained'} onClick={onBuy} aria-label={`购买${name}`}>
          购买
        </Button>
      )}
    </li>
  );
}
