import { expireOldChanges } from '#server/core/changes/expire-changes.ts';
import { expirePlans } from '#server/features/contacts/plan-reader-queries.ts';
import { sweepDeadlines } from '#server/features/financing/sweep.ts';
import { sweepExpired } from '#server/features/identity/sweep.ts';
import { notifyFollowers } from '#server/features/livestreams/notify-followers.ts';
import { sweepShown } from '#server/features/matching/exposure-queries.ts';
import { sweepLapsed } from '#server/features/matching/feedback-queries.ts';
import { sweepKeys } from '#server/features/open/sweep.ts';
import { sweepPipeline } from '#server/features/pipeline/sweep.ts';
import { sweepVisits } from '#server/features/visits/sweep.ts';
import { expireCodes } from '#server/features/wallet/orders/code-queries.ts';
import { closeOverdue } from '#server/features/wallet/orders/queries.ts';
import { clearEndedVip } from '#server/platform/coins/vip-queries.ts';
import { closeFiles } from '#server/platform/files/close-files.ts';
import { FileStore } from '#server/platform/files/file-store.ts';
import { sweepUploads } from '#server/platform/files/sweep.ts';
import { retained } from '#server/platform/retention/retention.ts';
import { lapseRequests } from '#server/platform/staff-requests/queries.ts';
import { sweepRowUse } from '#server/platform/row-use/sweep.ts';
import type { Configuration } from './commands/configuration/configuration.ts';
import type { Services } from './services.ts';
import type { Sweep } from './sweeps.ts';

/** The files of fields that are private now; a start begins with it. */
export const CLOSED_FILES = 'closed_files';

type SweepOptions = Pick<
  Configuration,
  'changeLogDays' | 'uploadDir' | 'importDir' | 'bucket' | 'hostedStorage' | 'retention'
>;

/** What is swept every ten minutes: waits for mails and VIP whose term is over, forgotten uploads, what days have left. */
export function slowSweeps(
  services: Services,
  { changeLogDays, uploadDir, importDir, bucket, hostedStorage, retention }: SweepOptions,
): readonly Sweep[] {
  const { derived, duplicates, quality, database, catalog } = services;
  const { db, vault } = database;
  const store = new FileStore({ uploadDir, importDir, bucket }, vault);
  return [
    { name: 'derived_day', run: () => derived.passDay() },
    { name: 'duplicates_day', run: () => duplicates.passDay() },
    { name: 'quality_day', run: () => quality.passDay() },
    { name: 'change_log', run: (now) => expireOldChanges(db, now, changeLogDays) },
    { name: 'identity_cases', run: (now) => sweepExpired(db, now) },
    { name: 'financing_deadlines', run: () => sweepDeadlines(services) },
    { name: 'pipeline', run: () => sweepPipeline(services) },
    { name: 'plan_access', run: (now) => expirePlans(db, now) },
    { name: 'api_keys', run: () => sweepKeys(services) },
    { name: 'row_use', run: (now) => sweepRowUse(db, now) },
    { name: 'staff_requests', run: (now) => lapseRequests(db, now) },
    { name: 'visits', run: (now) => sweepVisits(db, now) },
    { name: 'match_shown', run: (now) => sweepShown(db, now) },
    { name: 'match_feedback', run: (now) => sweepLapsed(db, now) },
    { name: 'vip', run: (now) => clearEndedVip(db, now) },
    { name: CLOSED_FILES, run: (now) => closeFiles({ db, catalog, store, hosted: hostedStorage }, now) },
    { name: 'uploads', run: (now) => sweepUploads(db, store, now) },
    ...retained(db, retention),
  ];
}

/** What users wait for: swept every some seconds. */
export function promptSweeps({ database: { db }, hints }: Services): readonly Sweep[] {
  return [
    { name: 'overdue_orders', run: (now) => closeOverdue(db, now) },
    { name: 'redemption_codes', run: (now) => expireCodes(db, now) },
    { name: 'livestreams', run: (now) => notifyFollowers({ db, hints }, now) },
  ];
}
