import type { CaptchaProof, SlideChallenge } from '#client/features/account/captcha/captcha-store.ts';

/** What a solved captcha gives. */
export const PROOF: CaptchaProof = { challenge: 'c1', validate: 'v', seccode: 'v|jordan' };

/** One transparent pixel. */
const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

/** A puzzle whose pictures no user looks at. */
export const slideChallenge = (challenge: string): SlideChallenge => ({
  provider: 'own',
  challenge,
  background: PIXEL,
  piece: PIXEL,
  width: 340,
  height: 170,
  pieceSize: 50,
  pieceTop: 40,
  expiresAt: '2026-11-21T04:02:00.000Z',
});
