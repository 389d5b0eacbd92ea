import { memberById } from '#server/features/account/session/profile.ts';
import { Alerts, type AlertsDeps } from '#server/features/alerts/alerts.ts';
import { Matching } from '#server/features/matching/service.ts';
import type { Db } from '#server/db/database.ts';
import type { MailSender } from '#server/platform/providers/mail/mail-sender.ts';
import type { Services } from '#server/services.ts';

interface Other {
  /** Sends instead of the test's own. */
  readonly mail?: MailSender;
  readonly alsoTell?: AlertsDeps['alsoTell'];
  readonly db?: Db;
}

/** An app, or another process on its database. */
interface AlertedApp {
  readonly services: Services;
  readonly sent: { readonly providers: { readonly mail: MailSender } };
}

/** The alerts of an app as a process has them; `faults` takes what it reports. */
export function alertsOf(
  { services, sent }: AlertedApp,
  faults: unknown[],
  { mail, db, alsoTell }: Other = {},
): Alerts {
  const used = db ?? services.database.db;
  const report = (error: unknown) => void faults.push(error);
  const matching = new Matching({ ...services, report });
  return new Alerts({
    ...services,
    matches: matching.best.bind(matching),
    database: { ...services.database, db: used },
    db: used,
    memberOf: (id) => memberById(services.database.db, id, services.now()),
    memberIn: (trx, id) => memberById(trx, id, services.now()),
    ...(alsoTell && { alsoTell }),
    mail: mail ?? sent.providers.mail,
    productName: '鲸图',
    linkOrigin: () => 'http://data.example',
    report,
  });
}
