import { Type } from 'typebox';
import { Currency } from '#schemas/metadata/field.ts';
import { route } from './route.ts';

/** What one unit of a currency is worth on a day, so that a form converts amounts as the save will. */
export const readExchangeRate = route({
  method: 'GET',
  path: '/api/metadata/exchangeRate',
  summary: 'The rate at which an amount of a day is converted to CNY: that day’s or the nearest earlier one',
  action: 'metadata.read',
  query: Type.Object({
    currency: Currency,
    day: Type.String({
      pattern: '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$',
      description: '折算日：YYYY-MM-DD',
    }),
  }),
  reply: Type.Object({
    cny: Type.Union([Type.String(), Type.Null()], {
      description: '1 单位外币折合人民币；没有该日或之前的汇率时为 null',
    }),
  }),
});
