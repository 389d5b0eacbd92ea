import { createHash, timingSafeEqual } from 'node:crypto';
import type { Captcha, CaptchaProof, OpenCaptcha } from './captcha.ts';
import { openOwnCaptcha } from './own-captcha.ts';
import { insertChallenge, takeProof } from './queries.ts';

/** What the console of GeeTest gives (version 3 of its service). */
export interface GeetestOptions {
  readonly id: string;
  readonly key: string;
  /** Another address than the service's own. */
  readonly server?: string | undefined;
}

const TIMEOUT_MS = 5000;
const TERM_MS = 10 * 60_000;
/** Challenges are MD5 in hex; the service's script adds two letters to those it has shown. */
const CHALLENGE_LENGTH = 32;

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');
const same = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/**
 * The hosted captcha of GeeTest, version 3: https://docs.geetest.com/captcha/apirefer/api/server. While it cannot be
 * reached our own takes its place, never the unchecked fallback that its documents offer.
 */
export const openGeetestCaptcha =
  ({ id, key, server = 'https://api.geetest.com' }: GeetestOptions): OpenCaptcha =>
  (parts): Captcha => {
    const { db, now } = parts;
    const own = openOwnCaptcha(parts);

    const signed = (fields: Record<string, string>) =>
      new URLSearchParams({ ...fields, json_format: '1', sdk: 'node_3.1.1' });
    /** What the service answers; null when it does not, or not in time. */
    const ask = async (path: string, body?: URLSearchParams): Promise<Record<string, unknown> | null> => {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      try {
        const reply = await fetch(`${server}${path}`, body ? { method: 'POST', body, signal } : { signal });
        return reply.ok ? ((await reply.json()) as Record<string, unknown> | null) : null;
      } catch {
        return null;
      }
    };

    /** The service is asked last: it is the dearest. */
    const judgeHosted = async ({ challenge, validate, seccode }: CaptchaProof, trx = db): Promise<boolean> => {
      if (!same(validate, md5(`${key}geetest${challenge}`))) return false;
      if (!(await takeProof(trx, challenge.slice(0, CHALLENGE_LENGTH), null, now()))) return false;
      const timestamp = String(Math.floor(now().getTime() / 1000));
      const fields = { seccode, challenge, captchaid: id, timestamp };
      const reply = await ask('/validate.php', signed(fields));
      return typeof reply?.['seccode'] === 'string' && same(reply['seccode'], md5(seccode));
    };

    return {
      async issue(to) {
        const fields = { gt: id, digestmod: 'md5', client_type: to.isPhone ? 'h5' : 'web', ip_address: to.address };
        const reply = await ask(`/register.php?${signed(fields).toString()}`);
        const origin = reply?.['challenge'];
        if (typeof origin !== 'string' || origin.length !== CHALLENGE_LENGTH) return own.issue(to);
        const challenge = md5(`${origin}${key}`);
        await insertChallenge(
          db,
          { id: challenge, answer: null, expiresAt: new Date(now().getTime() + TERM_MS) },
          now(),
        );
        return { provider: 'geetest', gt: id, challenge };
      },
      check: (drag) => own.check(drag),
      judge: async (proof, trx) => (await own.judge(proof, trx)) || judgeHosted(proof, trx),
    };
  };
