import { isIPv6 } from 'node:net';
import { shanghaiTime } from '#shared/time/shanghai.ts';
import { YEAR_SECONDS } from '#shared/time/durations.ts';
import type { Database, Db } from '#server/db/database.ts';
import { byOwner } from '#server/platform/accounts/owner-action.ts';
import { knownDevice } from '#server/platform/accounts/known-device.ts';
import type { SecurityNotices } from '#server/platform/accounts/security-notices.ts';
import { writeAudit } from '#server/platform/audit/audit-log.ts';
import { networkOf } from '#server/platform/limits/limits.ts';
import { newDeviceSeen } from '#server/platform/notifications/messages-account.ts';
import { type NoticeHints, notifyUser } from '#server/platform/notifications/notify-user.ts';
import { accountById } from '#server/features/account/sign-in/queries.ts';
import { deviceWords } from './device-words.ts';
import { noteDevice } from './known-device-queries.ts';

/** What a browser brings along when it signs in. */
interface Arrival {
  readonly accountId: string;
  readonly sessionId: string;
  readonly userAgent: string;
  readonly address: string;
  /** The token by which a browser is known again; empty without one. */
  readonly token: string;
}

interface NewDevicesDeps {
  readonly database: Pick<Database, 'vault'>;
  readonly notices: Pick<SecurityNotices, 'tellOfDevice'>;
  readonly hints: NoticeHints;
}

/** An address without its end: enough to recognise a town or a company, too little to name a household. */
const roughAddress = (address: string): string => {
  const network = networkOf(address);
  return isIPv6(network.split('/')[0] ?? '') ? network.replace('::/64', ':*') : network.replace(/\d+$/, '*');
};

/** The version of a browser changes by itself: it says nothing of the device. */
const withoutVersion = (words: string): string => words.replace(/ \d+$/, '');

/**
 * Notices sign-ins from where an account was not seen before. A browser is known by its token; one that lost it, by being
 * the same kind of browser on the same network.
 */
export class NewDevices {
  readonly #deps: NewDevicesDeps;

  constructor(deps: NewDevicesDeps) {
    this.#deps = deps;
  }

  /**
   * Notes a sign-in within its transaction; its owner gets a notice where it is from elsewhere. Gives what follows the
   * commit. The very first sign-in of an account is from nowhere else.
   */
  async note(trx: Db, arrival: Arrival, now: Date): Promise<(() => void) | undefined> {
    const { vault } = this.#deps.database;
    const { accountId, sessionId, userAgent, address, token } = arrival;
    const account = await accountById(trx, accountId);
    if (!account) return undefined;
    const words = withoutVersion(deviceWords(userAgent).words);
    const place = roughAddress(address);
    const marks = vault.indexes(`${accountId}\n${words}\n${place}`, 'known device');
    const before = new Date(now.getTime() - YEAR_SECONDS * 1000);
    const seen = await noteDevice(trx, { accountId, marks }, { now, before });
    if (seen !== 'new' || knownDevice(vault, account, token) !== undefined) return undefined;
    const device = { words, address: place, at: shanghaiTime(now).slice(0, 16) };
    await notifyUser(trx, newDeviceSeen(accountId, sessionId, device), now);
    await writeAudit(trx, { ...byOwner(accountId), action: 'account.newDevice', details: { device: words } }, now);
    return () => {
      this.#deps.hints.announceNotice(accountId);
      this.#deps.notices.tellOfDevice(account, device);
    };
  }
}
