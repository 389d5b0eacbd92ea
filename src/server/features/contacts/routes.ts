import type { FastifyInstance, FastifyReply } from 'fastify';
import { readContactSettings, saveContactSettings } from '#schemas/api/contact-settings.ts';
import { changeRecordParty, changeWhiteList } from '#schemas/api/contact-staff.ts';
import { contactViewed, contactViewers } from '#schemas/api/contact-views.ts';
import {
  buyUserContact,
  contactButton,
  contactIsExpose,
  contactNum,
  dealContact,
  simplifyOther,
} from '#schemas/api/contacts.ts';
import {
  decidePlanRequest,
  extendPlan,
  editCompany as editCompanyRoute,
  planRequests,
  readPlan,
  readPlanFile,
  requestFinancing,
  requestPlan,
  revokePlan,
} from '#schemas/api/plans.ts';
import { BINDINGS } from '#schemas/bindings.ts';
import type { RecordReply } from '#schemas/api/records.ts';
import { recordValues } from '#shared/bindings/bound-values.ts';
import type { Member } from '#shared/policy/actor.ts';
import type { Database } from '#server/db/database.ts';
import { contentKey } from '#server/http/content-key.ts';
import { mount } from '#server/http/mount.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { FileStore } from '#server/platform/files/file-store.ts';
import type { HostedStorage } from '#server/platform/files/hosted-storage.ts';
import type { NoticeHints } from '#server/platform/notifications/notify-user.ts';
import type { RecordReader } from '#server/core/lists/record-reader.ts';
import type { RecordWriter } from '#server/core/records/record-writer.ts';
import { MarkedCopies } from '#server/platform/watermark/marked-copies.ts';
import type { Watermark } from '#server/platform/watermark/watermark.ts';
import { editCompany } from './company-editing.ts';
import { ContactCards } from '#server/platform/contact-cards/contact-cards.ts';
import { ContactFinder } from './contact-finder.ts';
import { simpleCard } from './simple-card.ts';
import { type OpenedPlan, PlanFiles } from './plan-files.ts';
import { Plans } from './plans.ts';
import { RecordValuesReader } from '#server/platform/parties/record-values.ts';
import { Contacts } from './service.ts';
import { Settings } from './settings.ts';
import { ContactStaff } from './staff.ts';
import { viewPage } from './views.ts';

export interface ContactRouteDeps {
  readonly database: Pick<Database, 'db' | 'vault'>;
  readonly catalog: Catalog;
  readonly reader: RecordReader;
  readonly writer: RecordWriter;
  readonly hints: NoticeHints;
  /** Creates a record as the person may; the records feature gives it. */
  readonly createRecord: (
    objectApiName: string,
    clientKey: string,
    values: unknown,
    actor: Member,
  ) => Promise<RecordReply>;
  /** Where uploaded files are. */
  readonly store: FileStore;
  readonly hosted: HostedStorage | undefined;
  readonly watermark: Pick<Watermark, 'mark'>;
  readonly now: () => Date;
}

/** A plan is kept nowhere on its way, and what it says is run nowhere. */
const sendPlan = (reply: FastifyReply, { content, name }: OpenedPlan): FastifyReply =>
  reply
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('x-content-type-options', 'nosniff')
    .header('cross-origin-resource-policy', 'same-origin')
    .header('cache-control', 'private, no-store')
    .type('application/pdf')
    .send(content);

/** Seeing and buying contacts, who saw them, who may see them, and the plans of companies. */
export function contactRoutes(
  app: FastifyInstance,
  { database, catalog, reader, writer, hints, createRecord, store, hosted, watermark, now }: ContactRouteDeps,
): void {
  const { db, vault } = database;
  const cards = new ContactCards(vault);
  const records = new RecordValuesReader({ catalog, reader, now });
  const contacts = new Contacts({ db, cards, finder: new ContactFinder(records, cards), now });
  const plans = new Plans({ db, catalog, records, hints, now });
  const files = new PlanFiles({ db, plans, store, hosted, copies: new MarkedCopies(watermark), now });
  const settings = new Settings({ db, cards, plans, now });
  const staff = new ContactStaff({ db, catalog, now });

  mount(app, contactButton, async ({ query, actor }) => contacts.button(query, actor));
  mount(app, contactNum, async ({ query, actor }) => contacts.quota(query.uid, actor));
  mount(app, dealContact, async ({ body, actor }) => contacts.open(body.uid, actor, body.reason));
  mount(app, buyUserContact, async ({ body, actor }) => contacts.buy(body.uid, Number(body.requiredOS), actor));
  mount(app, contactIsExpose, async ({ query, actor }) => ({
    isExpose: (await contacts.isExposed(query.uid, actor)) ? 1 : 0,
  }));
  mount(app, simplifyOther, async ({ query }) => simpleCard(db, catalog, query.uid));
  mount(app, contactViewers, async ({ query, actor }) => viewPage(db, 'target', actor, query.after));
  mount(app, contactViewed, async ({ query, actor }) => viewPage(db, 'viewer', actor, query.after));
  mount(app, readContactSettings, async ({ actor }) => settings.read(actor));
  mount(app, saveContactSettings, async ({ body, actor }) => settings.save(body, actor));
  mount(app, readPlan, async ({ query, actor }) => plans.read(query.ccid, actor));
  mount(app, requestPlan, async ({ body, actor }) => plans.request(body.ccid, body.message ?? '', actor));
  mount(app, planRequests, async ({ query, actor }) => plans.requests(query.side ?? 'received', actor, query.after));
  mount(app, decidePlanRequest, async ({ params, body, actor }) => plans.decide(params.id, body, actor));
  mount(app, revokePlan, async ({ params: { ccid, uid }, actor }) => plans.revoke(ccid, uid, actor));
  mount(app, extendPlan, async ({ params: { ccid, uid }, body, actor }) => plans.extend(ccid, uid, body.days, actor));
  mount(app, readPlanFile, async ({ params, actor, reply }) => sendPlan(reply, await files.open(params.ccid, actor)));
  mount(app, editCompanyRoute, async ({ body, actor }) => editCompany({ db, writer, plans, now }, body, actor));
  mount(app, requestFinancing, async ({ params: { ccid }, body, actor }) => {
    await plans.refuseStranger(db, ccid, actor);
    const values = { ...body.values, ...recordValues(BINDINGS.financing, { company: { id: ccid } }) };
    return createRecord(BINDINGS.financing.object, body.clientKey ?? contentKey(values), values, actor);
  });
  mount(app, changeWhiteList, async ({ body, actor }) => staff.changeList(body, actor));
  mount(app, changeRecordParty, async ({ body, actor }) => staff.changeParty(body, actor));
}
