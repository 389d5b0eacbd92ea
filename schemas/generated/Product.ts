import type { CurrencyValue } from '#schemas/metadata/value.ts';

/** 商品, version 1. Generated from metadata; do not edit. */
export interface Product {
  /** 商品名称 */
  name: string;
  /** 类型 */
  kind: "coins" | "svip";
  /** 鲸币数量 */
  coins?: number;
  /** SVIP天数 */
  svipDays?: number;
  /** 售价 */
  price: CurrencyValue;
  /** 划线价 */
  originalPrice?: CurrencyValue;
  /** 在售 */
  onSale?: boolean;
  /** 显示顺序 */
  position?: number;
  /** 角标 */
  badge?: string;
}
