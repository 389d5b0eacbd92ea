const COUNT = ['integer'] as const;

/** How many records an account may read on a day, by what it is. */
export const ROW_BUDGET = {
  purpose: '读取额度',
  object: 'RowBudget',
  fields: {
    title: { apiName: 'title', types: ['text', 'longText'] },
    kinds: {
      apiName: 'kinds',
      types: ['multiSelect'],
      options: ['member', 'founder', 'investor', 'organisation', 'svip', 'staff'],
    },
    /** Records of a day; without it there is no end to them. */
    rows: { apiName: 'rowsPerDay', types: COUNT },
    /** Reading is slowed down above so many records, when they are so many times what the account is used to. */
    slowAbove: { apiName: 'slowAbove', types: COUNT },
    slowTimes: { apiName: 'slowTimes', types: COUNT },
    slowRows: { apiName: 'slowRows', types: COUNT },
    code: { apiName: 'code', types: ['text', 'longText'] },
  },
} as const;
