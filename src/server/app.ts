import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import rateLimit from '@fastify/rate-limit';
import fastify, { type FastifyInstance } from 'fastify';
import { uploadFile } from '#schemas/api/uploads.ts';
import { Failure } from '#shared/errors.ts';
import { preparedDb } from '#server/db/prepared.ts';
import { alertRoutes } from '#server/features/alerts/routes.ts';
import { automationRoutes, openAutomations } from '#server/features/automation/automations.ts';
import { automationFollower } from '#server/features/automation/follower.ts';
import { albumRoutes } from '#server/features/albums/routes.ts';
import { auditLogRoutes } from '#server/features/staff/audit-log/routes.ts';
import { chatRoutes } from '#server/features/chat/routes.ts';
import { contactRoutes } from '#server/features/contacts/routes.ts';
import { coinRoutes } from '#server/features/wallet/coins/routes.ts';
import { ownProposals } from '#server/features/corrections/own-proposals.ts';
import { correctionRoutes } from '#server/features/corrections/routes.ts';
import { duplicateRoutes } from '#server/features/duplicates/routes.ts';
import { exchangeRoutes } from '#server/features/chat/exchange/routes.ts';
import { eventRoutes } from '#server/platform/events/routes.ts';
import { openHome } from './home-parts.ts';
import { legalRoutes } from '#server/features/legal/routes.ts';
import { keptListRoutes } from '#server/features/kept-lists/routes.ts';
import { landingRoutes } from '#server/features/landing/routes.ts';
import { livestreamRoutes } from '#server/features/livestreams/routes.ts';
import { mandateFollower, matchingRoutes, openMatching } from '#server/features/matching/routes.ts';
import { mergingRoutes } from '#server/features/merging/routes.ts';
import { metadataEditingRoutes } from '#server/features/metadata/editing-routes.ts';
import { metadataRenamingRoutes } from '#server/features/metadata/renaming-routes.ts';
import { optionSetRoutes } from '#server/features/metadata/option-set-routes.ts';
import { financingFollower, financingRoutes } from '#server/features/financing/routes.ts';
import { identityRoutes } from '#server/features/identity/routes.ts';
import { Interest } from '#server/features/chat/interest/interest.ts';
import { helpRoutes } from '#server/features/help/routes.ts';
import { interestRoutes } from '#server/features/chat/interest/routes.ts';
import { bulkRoutes } from '#server/features/records/bulk/routes.ts';
import { lifecycleRoutes } from '#server/features/records/lifecycle/routes.ts';
import { exportRoutes } from '#server/features/records/exports/routes.ts';
import { importRoutes } from '#server/features/imports/routes.ts';
import { packageRoutes } from '#server/features/metadata/packages/routes.ts';
import { metadataRoutes } from '#server/features/metadata/routes.ts';
import { noticeRoutes } from '#server/features/notices/routes.ts';
import { pipelineRoutes } from '#server/features/pipeline/routes.ts';
import { profileRoutes } from '#server/features/account/profile/routes.ts';
import { orderRoutes } from '#server/features/wallet/orders/routes.ts';
import { History } from '#server/features/records/history.ts';
import { recordRoutes } from '#server/features/records/routes.ts';
import { RecordService } from '#server/features/records/service.ts';
import { savedViewRoutes } from '#server/features/records/saved-views-routes.ts';
import { serviceRoutes } from '#server/features/service/routes.ts';
import { jingchatRoutes } from '#server/features/jingchat/routes.ts';
import { reportRoutes } from '#server/features/chat/report/routes.ts';
import { searchRoutes } from '#server/features/search/routes.ts';
import { noteRoutes } from '#server/features/notes/routes.ts';
import { qualityRoutes } from '#server/features/quality/routes.ts';
import { memberById } from '#server/features/account/session/profile.ts';
import { sessionStatesOf } from '#server/features/account/session/queries.ts';
import { whoBySession } from '#server/features/account/session/routes.ts';
import { NewDevices } from '#server/features/account/session/new-devices.ts';
import { Sessions } from '#server/features/account/session/sessions.ts';
import { staffRoutes } from '#server/features/staff/routes.ts';
import { uploadRoutes } from '#server/features/uploads/routes.ts';
import { openVisits, visitRoutes } from '#server/features/visits/routes.ts';
import { type FilePlaces, FileStore } from '#server/platform/files/file-store.ts';
import { loggingOptions, logRequests } from '#server/http/access-log.ts';
import { serveClient } from '#server/http/client-files.ts';
import { rememberRequests } from '#server/http/current-request.ts';
import { handleFailures, sendFailure } from '#server/http/failures.ts';
import { readForms } from '#server/http/form-bodies.ts';
import { keepHttps } from '#server/http/https.ts';
import { linkOrigin } from '#server/http/link-origin.ts';
import { guard } from '#server/http/mount.ts';
import { followPositions } from '#server/http/positions.ts';
import { serveDocs } from '#server/http/docs.ts';
import { refuseSlowBodies, serverDeadlines, SLOW_CLIENTS } from '#server/http/slow-clients.ts';
import { compileValidator } from '#server/http/validation.ts';
import { SecurityNotices } from '#server/platform/accounts/security-notices.ts';
import { PersonalReads } from '#server/platform/audit/personal-reads.ts';
import { Limits } from '#server/platform/limits/limits.ts';
import { developmentProviders } from '#server/platform/providers/providers.ts';
import { companiesOf } from '#server/platform/parties/queries.ts';
import { RecordValuesReader } from '#server/platform/parties/record-values.ts';
import { openRowUse } from '#server/platform/row-use/open-row-use.ts';
import { SmsCodes } from '#server/platform/sms-codes/sms-codes.ts';
import { Watermark } from '#server/platform/watermark/watermark.ts';
import type { StaffActionDeps } from '#server/platform/staff-actions/staff-action.ts';
import { faultReporter } from '#server/http/fault-reporter.ts';
import { endOfAccounts, whenFreed } from './closing.ts';
import { apiKeyRoutes, openInterface } from './open-interface.ts';
import { automationParts, openSending, tellOfLists } from './sending.ts';
import type { AppOptions } from './app-options.ts';
import { partsAtWork, type Services } from './services.ts';
import { openSigningIn } from './signing-in.ts';

const BODY_LIMIT = 1024 * 1024;

/** The app without a port. Features meet here and nowhere else. */
export async function createApp(services: Services, options: AppOptions = {}): Promise<FastifyInstance> {
  const { slowClients = SLOW_CLIENTS } = options;
  const app = fastify({
    ...loggingOptions(options.logger),
    bodyLimit: BODY_LIMIT,
    http: serverDeadlines(slowClients),
    trustProxy: options.trustProxy ?? false,
    routerOptions: { maxParamLength: 500 },
    // A body with these keys is refused, not silently cleaned.
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    // An address that cannot be decoded, or is longer than any of ours.
    frameworkErrors: (_error, _request, reply) => void sendFailure(reply, new Failure('UNKNOWN_ROUTE')),
  });
  app.setValidatorCompiler(compileValidator);
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  logRequests(app, options.measure);
  refuseSlowBodies(app, slowClients);
  handleFailures(app);
  rememberRequests(app);
  followPositions(app, services.database, () => performance.now());
  keepHttps(app, options.publicOrigin);
  await app.register(cookie);
  await app.register(formbody, { bodyLimit: BODY_LIMIT });
  readForms(app);
  await app.register(rateLimit, {
    global: false,
    errorResponseBuilder: () => new Failure('TOO_MANY_REQUESTS'),
  });
  await serveDocs(app);
  if (options.client)
    await serveClient(
      app,
      options.client.folder,
      options.client.product,
      options.hostedStorage?.origins ?? (options.uploadServer ? [options.uploadServer] : []),
      options.isCaptchaHosted,
    );
  const { database, now, changes } = services;
  const productName = options.client?.product.name ?? '鲸图';
  const origin = () => linkOrigin(app, options.publicOrigin);
  const { isFactorRequired = false } = options;
  const providers = { ...developmentProviders(() => undefined), ...options.providers };
  const { sms, mail } = providers;
  const [captcha, limits] = [providers.captcha({ db: database.db, now }), new Limits({ vault: database.vault, now })];
  const report = faultReporter(app.log, 'a message was not sent');
  const codes = new SmsCodes({ database, sender: sms, limits, now, report });
  const notices = new SecurityNotices({ database, sms, mail, productName, report });
  const newDevices = new NewDevices({ database, notices, hints: services.hints });
  // Every request asks who sent it, and after a restart everybody at once.
  const prepared = preparedDb(database);
  const sessions = new Sessions({ db: prepared, now, changes, isFactorRequired, newDevices });
  const watermark = new Watermark();
  const interest = new Interest({
    ...services,
    db: database.db,
    records: new RecordValuesReader(services),
    report: faultReporter(app.log, 'a visit was not kept'),
  });
  const [visits, rows] = [openVisits(app, services), openRowUse(app, services)];
  const recordDeps = {
    ...services,
    history: new History(database.db, services.catalog),
    companiesOf: (id: string) => companiesOf(prepared, id),
    followers: new Map([
      ...financingFollower(services),
      ...mandateFollower(services),
      ...automationFollower({ ...services, memberById }),
    ]),
    proposeOwn: ownProposals(services),
  };
  const records = new RecordService(recordDeps);
  const matching = openMatching(app, services);
  const matches = matching.best.bind(matching);
  openSending(app, services, { outbound: options.outbound, mail, productName, linkOrigin: origin, matches });
  const automation = automationParts(services, { memberById, outbound: options.outbound });
  openAutomations(app, automation);
  await app.register(async (api) => {
    guard(api, whoBySession(sessions), options.publicOrigin);
    const definitionOf = (name: string) => services.catalog.find(name)?.definition;
    const personal = new PersonalReads({ db: database.db, definitionOf, now });
    api.decorate('notePersonalRead', personal.note.bind(personal));
    api.decorate('readDefinitions', () => services.catalog.load());
    const { proofs, readProfile } = openSigningIn(api, services, {
      sessions,
      limits,
      captcha,
      codes,
      notices,
      mail,
      productName,
      report,
      isFactorRequired,
      linkOrigin: origin,
      signInLimit: options.signInLimit ?? 30,
    });
    for (const routes of [
      landingRoutes,
      albumRoutes,
      metadataEditingRoutes,
      metadataRenamingRoutes,
      optionSetRoutes,
      packageRoutes,
    ])
      routes(api, services);
    metadataRoutes(api, { ...services, writer: services.metadata });
    const calls = { createRecord: records.create.bind(records), readRecord: records.read.bind(records) };
    automationRoutes(api, automation);
    recordRoutes(api, {
      ...recordDeps,
      rows,
      onRead: (...read) => [interest, visits].forEach((part) => part.note(...read)),
    });
    const similar = duplicateRoutes(api, { ...services, db: database.db });
    for (const routes of [savedViewRoutes, coinRoutes, livestreamRoutes]) routes(api, { ...services, db: database.db });
    const places = placesOf(options);
    const store = new FileStore(places, database.vault);
    contactRoutes(api, { ...services, ...calls, store, watermark, hosted: options.hostedStorage });
    for (const routes of [chatRoutes, exchangeRoutes, serviceRoutes, jingchatRoutes, helpRoutes, keptListRoutes])
      routes(api, { ...services, limits, rows, model: providers.model, changed: tellOfLists(options) });
    interestRoutes(api, interest);
    visitRoutes(api, services, visits);
    const identity = { ...calls, similar, freed: whenFreed(services), mail, productName };
    identityRoutes(api, { ...services, ...identity, linkOrigin: origin });
    searchRoutes(api, { ...services, rows, notes: noteRoutes(api, { ...services, records, memberById }) });
    for (const routes of [mergingRoutes, financingRoutes, correctionRoutes, legalRoutes, noticeRoutes])
      routes(api, { ...services, db: database.db, ...calls, productName });
    for (const routes of [alertRoutes, qualityRoutes, pipelineRoutes, exportRoutes, bulkRoutes, lifecycleRoutes])
      routes(api, { ...services, matches, rows });
    matchingRoutes(api, matching, rows);
    openHome(api, services, { matches: matching, rows });
    orderRoutes(api, { ...services, payment: providers.payment });
    profileRoutes(api, {
      ...recordDeps,
      ...proofs,
      productName,
      readProfile,
      rows,
      ...calls,
      ...endOfAccounts(services),
    });
    apiKeyRoutes(api, services, proofs, options.outbound, rows);
    const staffActionDeps: StaffActionDeps = {
      db: database.db,
      now,
      endSessions: (trx, accountId, because) => sessions.endAllWithin(trx, accountId, because),
      announce: (accountId) => changes.announce(accountId),
    };
    staffRoutes(api, { ...staffActionDeps, database, catalog: services.catalog, hints: services.hints });
    reportRoutes(api, { ...staffActionDeps, catalog: services.catalog, hints: services.hints });
    auditLogRoutes(api, database);
    eventRoutes(api, {
      ...services,
      onAccountChange: (changed) => changes.onChange(changed),
      sessionStatesOf: (ids) => sessionStatesOf(database.db, ids, now()),
    });
    await uploadRoutes(api, {
      database,
      now,
      store,
      server: options.uploadServer ?? uploadFile.path,
      hosted: options.hostedStorage,
      watermark,
      catalog: services.catalog,
      readRecord: calls.readRecord,
    });
    await importRoutes(api, services, { folder: places.importDir, bucket: options.bucket });
  });
  await openInterface(app, services, { records, productName, rows, publicOrigin: options.publicOrigin });
  for (const sent of [codes, notices, interest]) app.addHook('onClose', () => sent.settled());
  for (const part of [...partsAtWork(services), watermark]) app.addHook('onClose', () => part.stop());
  app.setNotFoundHandler((_request, reply) => sendFailure(reply, new Failure('UNKNOWN_ROUTE')));
  return app;
}

/** Where files are; temporary folders where nothing says it. */
const placesOf = ({ uploadDir, importDir, bucket }: AppOptions): FilePlaces => ({
  uploadDir: uploadDir ?? path.join(tmpdir(), `jingtu-uploads-${randomUUID()}`),
  importDir: importDir ?? path.join(tmpdir(), `jingtu-imports-${randomUUID()}`),
  bucket,
});
