import type {} from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import {
  IDENTITY_OBJECTS,
  type IdentityKind,
  readCase,
  readCases,
  readDraft,
  readIdentity,
  saveDraft,
  submitClaim,
  submitFounder,
  submitInvestor,
  submitServiceOrg,
  withdrawCase,
} from '#schemas/api/identity.ts';
import { BINDINGS } from '#schemas/bindings.ts';
import {
  checkCompany,
  leaveCompany,
  releaseCompany,
  myCompanies,
  readPublicCard,
  suggestCompany,
  suggestOrg,
} from '#schemas/api/identity-companies.ts';
import { approveCase, deskQueue, readDossier, rejectCase, revokeCase } from '#schemas/api/identity-desk.ts';
import { checkEmail, sendVerifyEmail, verifyEmail } from '#schemas/api/identity-email.ts';
import { linkInvestor, unlinkInvestor } from '#schemas/api/investor-links.ts';
import type { RecordReply } from '#schemas/api/records.ts';
import { isFounder, type Member } from '#shared/policy/actor.ts';
import { mount } from '#server/http/mount.ts';
import type { MailSender } from '#server/platform/providers/mail/mail-sender.ts';
import { readTextValues } from '#server/core/records/text-values.ts';
import type { RecordReader } from '#server/core/lists/record-reader.ts';
import { AuditDesk, type FindSimilar } from './audit-desk.ts';
import { claimableCompanies } from './claimable-companies.ts';
import { Companies } from './companies.ts';
import { Decisions, type DecisionDeps } from './decisions.ts';
import { Drafts } from '#server/platform/drafts/drafts.ts';
import { asksToBeKept, FormDrafts } from './form-drafts.ts';
import { memberRoutes } from './members/routes.ts';
import { EmailProof } from './email-proof.ts';
import { InvestorLinks } from './investor-links.ts';
import { sweepExpired } from './sweep.ts';
import { type SubmissionDeps, Submissions } from './submissions.ts';

export interface IdentityDeps extends Omit<SubmissionDeps, 'email' | 'companyNames'>, DecisionDeps {
  readonly reader: RecordReader;
  readonly mail: MailSender;
  readonly productName: string;
  /** Where browsers reach the product. @throws Failure UNAVAILABLE where that is not known. */
  readonly linkOrigin: () => string;
  readonly readRecord: (objectApiName: string, id: string, actor: Member) => Promise<RecordReply>;
  readonly similar: FindSimilar;
}

/** One address may ask so often in a minute for what a list of names could be tried on. */
const ASKING = { rateLimit: { max: 240, timeWindow: '1 minute' } };
/** One address may hand in, or have mails sent, so often in a minute. */
const HANDING_IN = { rateLimit: { max: 60, timeWindow: '1 minute' } };

/** Who is who: certifications, claims of companies, the proof of mail addresses, and the desk where staff decide. */
export function identityRoutes(app: FastifyInstance, deps: IdentityDeps): void {
  const { database, catalog, now, mail, productName, linkOrigin, readRecord } = deps;
  const complain = (error: unknown) => app.log.error({ err: error }, 'a mail was not sent');
  const email = new EmailProof({ database, catalog, mail, productName, linkOrigin, now, complain });
  const companies = new Companies(deps);
  const submissions = new Submissions({ ...deps, email, companyNames: companies.names });
  const drafts = new FormDrafts(new Drafts(database, now), companies);
  const decisions = new Decisions(deps);
  const links = new InvestorLinks(deps);
  const desk = new AuditDesk({
    db: database.db,
    companies,
    email,
    readRecord,
    similar: deps.similar,
    nameFields: (name) => {
      const { nameField, matching } = catalog.object(name).definition;
      return matching?.legalName === undefined ? [nameField] : [nameField, matching.legalName];
    },
    expire: () => sweepExpired(database.db, now()),
  });

  const submissionRoutes = [
    ['investor', submitInvestor],
    ['serviceOrg', submitServiceOrg],
    ['founder', submitFounder],
    ['claim', submitClaim],
  ] as const satisfies readonly (readonly [IdentityKind, unknown])[];
  for (const [kind, route] of submissionRoutes)
    mount(
      app,
      route,
      async ({ body, actor }) => {
        const { fields } = deps.catalog.object(IDENTITY_OBJECTS[kind]);
        const values = readTextValues(fields, body.values);
        if (asksToBeKept(kind, values)) {
          const { action: _action, ...draft } = values;
          const { savedAt } = await drafts.keep(actor.id, { objectApiName: IDENTITY_OBJECTS[kind], values: draft });
          return { state: 'DRAFT' as const, savedAt };
        }
        if (kind === 'founder') await companies.refuseClaimed(values, actor);
        return submissions.submit(kind, { ...body, values }, actor);
      },
      HANDING_IN,
    );

  mount(app, readCases, async ({ actor }) => ({ list: await submissions.mine(actor) }));
  mount(app, readCase, async ({ params, actor }) => submissions.one(params.id, actor));
  mount(app, withdrawCase, async ({ params, actor }) => submissions.withdraw(params.id, actor));
  mount(app, readIdentity, async ({ actor }) => {
    const cases = await submissions.mine(actor);
    const stateOf = (kind: IdentityKind) => {
      const found = cases.find((each) => each.kind === kind);
      return { auditStatus: found?.state ?? null, reason: found?.reason ?? null };
    };
    return {
      roles: actor.roles.filter((role) => role !== 'staff'),
      enterpriser: isFounder(actor) ? 2 : 0,
      serviceOrg: stateOf('serviceOrg'),
      investor: stateOf('investor'),
      companies: await companies.of(actor.id),
    };
  });
  mount(app, saveDraft, async ({ body, actor }) => drafts.keep(actor.id, body));
  mount(app, readDraft, async ({ query, actor }) => drafts.read(actor.id, query.objectApiName, query.company));

  mount(app, readPublicCard, async ({ query, actor }) => companies.card(query.uid, actor), ASKING);
  mount(app, myCompanies, async ({ actor }) => ({ list: await companies.of(actor.id) }));
  mount(app, leaveCompany, async ({ params, actor }) => ({ list: await companies.leave(params.id, actor) }));
  mount(app, releaseCompany, async ({ params, actor }) => ({ list: await companies.release(params.id, actor) }));
  mount(
    app,
    suggestCompany,
    async ({ query, actor }) => ({ list: await claimableCompanies(deps, query.wd, actor) }),
    ASKING,
  );
  mount(
    app,
    suggestOrg,
    async ({ query, actor }) => companies.suggest(BINDINGS.institution.object, query.kw, actor),
    ASKING,
  );
  mount(app, checkCompany, async ({ query, actor }) => companies.state(query.name, actor), ASKING);

  memberRoutes(app, deps);

  mount(app, checkEmail, async ({ query }) => {
    const message = email.complaint(query.email) ?? '';
    return { allowed: message === '', message };
  });
  mount(app, sendVerifyEmail, async ({ actor }) => email.send(actor.id), HANDING_IN);
  mount(app, verifyEmail, async ({ query }) => email.verify(query.token), HANDING_IN);

  mount(app, deskQueue, async ({ query: { after, ...filter } }) => desk.queue(filter, after));
  mount(app, readDossier, async ({ params, actor }) => desk.dossier(params.id, actor));
  mount(app, approveCase, async ({ params, body, actor }) => {
    await decisions.approve(params.id, body, actor);
    return desk.dossier(params.id, actor);
  });
  mount(app, rejectCase, async ({ params, body, actor }) => {
    await decisions.reject(params.id, body, actor);
    return desk.dossier(params.id, actor);
  });
  mount(app, revokeCase, async ({ params, body, actor }) => {
    await decisions.revoke(params.id, body, actor);
    return desk.dossier(params.id, actor);
  });
  mount(app, linkInvestor, async ({ params, body, actor }) => links.link(params.account, body, actor));
  mount(app, unlinkInvestor, async ({ params, body, actor }) => links.unlink(params.account, body, actor));
}
