/** What the product itself sells. */
export const PRODUCT = {
  purpose: '鲸币与会员商品',
  object: 'Product',
  fields: {
    name: { apiName: 'name', types: ['text', 'longText'] },
    kind: { apiName: 'kind', types: ['select'], options: ['coins', 'svip'] },
    coins: { apiName: 'coins', types: ['integer'] },
    svipDays: { apiName: 'svipDays', types: ['integer'] },
    price: { apiName: 'price', types: ['currency'] },
    originalPrice: { apiName: 'originalPrice', types: ['currency'] },
    isOnSale: { apiName: 'onSale', types: ['boolean'] },
    position: { apiName: 'position', types: ['integer'] },
    badge: { apiName: 'badge', types: ['text', 'longText'] },
  },
} as const;
