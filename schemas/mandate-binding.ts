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
    /** What is made of each criterion, e.g. `industry=2`. */
    weights: { apiName: 'weights', types: ['textList'] },
  },
} as const;

/** What institutions are looked for by without a project. Fields that are compared have the names of the project's. */
export const FINANCING_DRAFT = {
  purpose: '临时找投资方',
  object: 'FinancingDraft',
  fields: {
    name: { apiName: 'name', types: ['text'] },
    needsLead: { apiName: 'needsLead', types: ['boolean'] },
  },
} as const;
