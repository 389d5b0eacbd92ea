import { createHash, randomBytes } from 'node:crypto';
import type { Captcha, OpenCaptcha } from './captcha.ts';
import { Artist } from '#server/platform/providers/captcha/picture/artist.ts';
import { insertChallenge, insertProof, insertTrail, takeAnswer, takeProof } from './queries.ts';
import { isDrawnByHand, trailHash } from './trail.ts';

/** A challenge may be answered, and its proof used, this long. */
const TERM_MS = 2 * 60_000;
/** How far from its symbol the piece may be let go, in pixels of the picture: both are turned and sized differently. */
const TOLERANCE = 7;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url');
/** The hosted services derive the third field from the second; what checks one can check the other. */
const seccodeOf = (validate: string): string => `${validate}|jordan`;

/** One for each process: pictures are drawn for all captchas of it. */
const artist = new Artist();

/** Our own slide captcha: drawn and judged here, so that it works without a third party. */
export const openOwnCaptcha: OpenCaptcha = ({ db, now }): Captcha => ({
  async issue({ isPhone }) {
    const { answer, ...picture } = await artist.draw(isPhone);
    const challenge = randomBytes(16).toString('hex');
    const expiresAt = new Date(now().getTime() + TERM_MS);
    await insertChallenge(db, { id: challenge, answer, expiresAt }, now());
    return { provider: 'own', challenge, ...picture, expiresAt: expiresAt.toISOString() };
  },

  async check({ challenge, left, trail }) {
    const answer = await takeAnswer(db, challenge, now());
    if (answer === undefined || Math.abs(left - answer) > TOLERANCE || !isDrawnByHand(trail, left)) return null;
    if (!(await insertTrail(db, trailHash(trail), now()))) return null;
    const validate = randomBytes(16).toString('hex');
    await insertProof(db, challenge, sha256(validate), new Date(now().getTime() + TERM_MS));
    return { challenge, validate, seccode: seccodeOf(validate) };
  },

  judge: async ({ challenge, validate, seccode }, trx = db) =>
    seccode === seccodeOf(validate) && takeProof(trx, challenge, sha256(validate), now()),
});
