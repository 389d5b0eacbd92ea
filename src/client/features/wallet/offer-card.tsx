import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import type { Offer } from '#schemas/api/orders.ts';
import { shownPrice } from './coin-words.ts';
import './coins.css';

interface OfferCardProps {
  readonly offer: Offer;
  /** What of it is worth a line: its days, the price of one. */
  readonly detail: ReactNode;
  /** Absent where nothing can be paid here. */
  readonly onBuy?: (() => void) | undefined;
}

/** One product with its price. */
export function OfferCard({ offer, detail, onBuy }: OfferCardProps) {
  const { name, price, originalPrice, badge } = offer;
  return (
    <li className="coins-offer" data-marked={badge !== null || undefined}>
      <h3>
        {name}
        {badge !== null && <span className="coins-badge">{badge}</span>}
      </h3>
      <p className="coins-price">
        {shownPrice(price)}
        {originalPrice !== null && (
          <del>
            <span className="visually-hidden">原价</span>
            {shownPrice(originalPrice)}
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
