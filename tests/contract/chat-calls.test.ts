import { expect, it } from 'vitest';
import { ROUTES } from '#tests/support/app/routes.ts';

/** Every call about messages that others know by its path; where none was given, the one that we chose. */
const CALLS = [
  'GET /api/user/balance',
  'POST /api/rong/buyUserContact',
  'GET /api/rong/contactButton',
  'GET /api/rong/sixin/dialog/{uid}',
  'GET /api/rong/inmailList',
  'POST /api/rong/sixin/{uid}',
  'POST /api/rong/dealContact',
  'POST /mobi-investor/sixin/v3/{ccid}/sendCompanyInfo',
  'POST /mobi-investor/sixin/v3/{uid}/sendBp',
  'GET /mobi-investor/sixin/v3/{id}/exchageContent',
  'GET /mobi-investor/v3/company/user/privilege',
  'POST /mobi-investor/upload/form-api',
  'POST /api/rong/exchageContent',
  'POST /api/rong/requestContact',
  'GET /api/rong/contactNum',
  'POST /api/rong/noDdisturbing',
  'POST /api/rong/top',
  'POST /api/rong/reportAdd',
  'GET /api/rong/contactIsExpose',
  'GET /api/rong/market/investorViewMyProject',
  'GET /api/rong/market/inmailDetail',
  'POST /api/rong/market/touchRead',
  'POST /api/rong/readInmail',
  'GET /api/rong/msg',
  'GET /api/rong/systemMsgList',
  'GET /api/rong/sixin/unread',
  'GET /api/rong/sixin/userHeader',
  'GET /api/rong/sixin/msgHeader',
  'GET /api/rong/company/simplifyOther',
  'GET /api/rong/live/follow/list',
  'POST /api/rong/live/saveFollow',
];

it('every call of the chat is there under its path and method', () => {
  const known = new Set(ROUTES.map(([, { method, path }]) => `${method} ${path}`));
  expect(CALLS.filter((call) => !known.has(call))).toEqual([]);
});
