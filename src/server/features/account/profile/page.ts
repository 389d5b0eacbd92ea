import { PAGE_PARTS, type PageSwitch, type PersonPageChange } from '#schemas/api/person-page.ts';
import { Failure } from '#shared/errors.ts';
import type { Member } from '#shared/policy/actor.ts';
import type { Database } from '#server/db/database.ts';
import { lockAccountForLimit } from '#server/platform/limits/account-lock.ts';
import { copiedPage, pageOf, putPage, removePage } from './page-queries.ts';

/** A page that no user changed has this version, as its view says. */
const UNTOUCHED = 1;

const SWITCHES = Object.entries(PAGE_PARTS) as [PageSwitch, string][];

/** Opens or closes the own page, and changes what it shows. @throws Failure CONFLICT at another version */
export async function changePage(
  { database, now }: { readonly database: Pick<Database, 'db'>; readonly now: () => Date },
  change: PersonPageChange,
  actor: Member,
): Promise<void> {
  await database.db.transaction().execute(async (trx) => {
    await lockAccountForLimit(trx, actor.id);
    const kept = await pageOf(trx, actor.id);
    if ((kept?.version ?? UNTOUCHED) !== change.version)
      throw new Failure('CONFLICT', '主页设置已在别处修改，请刷新后再试');
    const shown = new Set(kept?.parts);
    const parts = SWITCHES.filter(([name, part]) => change[name] ?? shown.has(part)).map(([, part]) => part);
    await putPage(trx, actor.id, { isOpen: change.isOpen ?? kept?.is_open ?? false, parts, at: now() });
  });
}

/** Takes away the page of a closed account. */
export const forgetPage = removePage;

/** The page of an account, for the copy that its user asks for. */
export const copyOfPage = copiedPage;
