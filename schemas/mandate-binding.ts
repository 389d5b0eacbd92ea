/** Options of what currencies are accepted that code compares. */
export const ACCEPTED_CURRENCIES = ['人民币', '美元', '双币', '其他币种'] as const;

const MONEY = ['currency'] as const;
const CHOICES = ['multiSelect'] as const;

/** What an investor looks for: the values that criteria and gates of matching read. */
export const MANDATE = {
  purpose: '投资需求',
  object: 'InvestmentMandate',
  fields: {
    name: { apiName: 'name', types: ['text'] },
    industries: { apiName: 'focusIndustries', types: CHOICES },
    tracks: { apiName: 'tracks', types: ['multiReference'] },
    phases: { apiName: 'focusStages', types: CHOICES },
    areas: { apiName: 'focusRegions', types: CHOICES },
    minCheck: { apiName: 'minCheck', types: MONEY },
    maxCheck: { apiName: 'maxCheck', types: MONEY },
    currency: { apiName: 'currencyPreference', types: ['select'], options: ACCEPTED_CURRENCIES },
    leastRevenue: { apiName: 'minRevenue', types: MONEY },
  },
} as const;
