import type { FastifyInstance } from 'fastify';
import {
  answerExchange,
  readExchange,
  readExchangeStanding,
  readPrivileges,
  requestContact,
  sendBp,
  sendCompanyInfo,
} from '#schemas/api/chat-exchange.ts';
import type { Database } from '#server/db/database.ts';
import { mount } from '#server/http/mount.ts';
import { refuseOther } from '#server/http/named-twice.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { ChatHints } from '#server/platform/messages/hints.ts';
import { RecordValuesReader } from '#server/platform/parties/record-values.ts';
import type { RecordReader } from '#server/core/lists/record-reader.ts';
import { ExchangeAnswers } from './answers.ts';
import { Deliveries } from './deliveries.ts';
import { Grants } from './grants.ts';
import { PlanCompanies } from './plan-companies.ts';
import { ExchangeRequests } from './requests.ts';
import { ExchangeStates } from './exchange-states.ts';

export interface ExchangeRouteDeps {
  readonly database: Pick<Database, 'db' | 'vault'>;
  readonly catalog: Catalog;
  readonly reader: RecordReader;
  readonly hints: Pick<ChatHints, 'tell'>;
  readonly now: () => Date;
}

/** Exchanging phone and WeChat, asking for business plans and delivering them. */
export function exchangeRoutes(
  app: FastifyInstance,
  { database, catalog, reader, hints, now }: ExchangeRouteDeps,
): void {
  const { db, vault } = database;
  const grants = new Grants(vault);
  const companies = new PlanCompanies({ db, records: new RecordValuesReader({ catalog, reader, now }) });
  const deps = { db, grants, companies, hints, now };
  const requests = new ExchangeRequests(deps);
  const answers = new ExchangeAnswers(deps);
  const deliveries = new Deliveries(deps);
  const states = new ExchangeStates(deps);

  mount(app, readExchangeStanding, async ({ query, actor }) => states.read(query.uid, actor));
  mount(app, requestContact, async ({ body, actor }) => requests.request(body, actor));
  mount(app, answerExchange, async ({ body, actor }) => answers.answer(body, actor));
  mount(app, readExchange, async ({ params, actor }) => states.values(params.id, actor));
  mount(app, readPrivileges, async ({ actor }) => ({ list: await companies.privileges(actor.id) }));
  mount(app, sendCompanyInfo, async ({ params, body, actor }) => {
    refuseOther('ccid', params.ccid, body.ccid);
    return { message: await deliveries.send(body.uid, body.ccid, body.clientId, actor) };
  });
  mount(app, sendBp, async ({ params, body, actor }) => {
    refuseOther('uid', params.uid, body.uid);
    return { message: await deliveries.sendOnly(body.uid, actor) };
  });
}
