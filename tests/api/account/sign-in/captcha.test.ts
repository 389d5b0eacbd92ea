import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CaptchaChallenge } from '#schemas/api/passport.ts';
import { createApp } from '#server/app.ts';
import { openOwnCaptcha } from '#server/platform/providers/captcha/own-captcha.ts';
import { Artist } from '#server/platform/providers/captcha/picture/artist.ts';
import { fromOwnPage } from '#tests/support/app/from-own-page.ts';
import { handTrail, type Trail } from '#tests/support/account/drags.ts';
import { openPassportWorld, type PassportWorld, SEND } from '#tests/support/account/passport.ts';
import { codeOf } from '#tests/support/app/test-app.ts';

type Own = Extract<CaptchaChallenge, { provider: 'own' }>;
type Proof = { challenge: string; validate: string; seccode: string };

let world: PassportWorld;
let seed = 0;
beforeAll(async () => {
  world = await openPassportWorld({ providers: { captcha: openOwnCaptcha } });
});
afterAll(() => world.close());

const issue = async (type?: number): Promise<Own> =>
  (await world.get<Own>(`/api/captcha/v2${type === undefined ? '' : `?type=${type}`}`)).data;

async function answerOf(challenge: string): Promise<number> {
  const { db } = world.test.services.database;
  const row = await db.selectFrom('captcha_challenge').select('answer').where('id', '=', challenge).executeTakeFirst();
  return row?.answer ?? NaN;
}

const check = async (challenge: string, left: number, trail: Trail) => {
  const reply = await world.test.app.inject({
    method: 'POST',
    url: '/api/captcha/v2/check',
    payload: { challenge, left, trail },
  });
  return { status: reply.statusCode, ...reply.json<{ code: number; msg: string; data: Proof }>() };
};

const solve = async (): Promise<Proof> => {
  const { challenge } = await issue();
  const left = await answerOf(challenge);
  return (await check(challenge, left, handTrail(left, (seed += 1)))).data;
};

let numbers = 0;
/** Spends a proof on a code to a number of its own. */
const spend = (proof: Proof) =>
  world.post(
    SEND,
    { phone: `19900000${100 + (numbers += 1)}`, type: 'login', ...proof },
    { address: `198.51.100.${numbers}` },
  );

const REFUSED = { status: 422, code: codeOf('CAPTCHA_FAILED'), msg: '滑块验证未通过，请重试' };

describe('a captcha', () => {
  it('is two pictures drawn here, another each time, that do not say where the hole is', async () => {
    const [first, second] = [await issue(), await issue()];
    expect(first).toMatchObject({ provider: 'own', width: 400, height: 180 });
    expect(first.background).not.toBe(second.background);
    const picture = await sharp(Buffer.from(first.background.split(',')[1] ?? '', 'base64')).metadata();
    expect(picture).toMatchObject({ format: 'jpeg', width: 400, height: 180 });
    const piece = await sharp(Buffer.from(first.piece.split(',')[1] ?? '', 'base64')).metadata();
    expect(piece).toMatchObject({ format: 'png', width: first.pieceSize, height: first.pieceSize, hasAlpha: true });
    expect(JSON.stringify(first)).not.toMatch(/answer/);
    expect(Date.parse(first.expiresAt) - world.now().getTime()).toBe(120_000);
  });

  it('is narrower and its piece larger on a phone', async () => {
    const [desk, phone] = [await issue(), await issue(3)];
    expect(phone.width).toBeLessThan(desk.width);
    expect(phone.pieceSize).toBeGreaterThan(desk.pieceSize);
  });

  it('that a hand solves gives the three fields of a proof', async () => {
    const { challenge } = await issue();
    const left = await answerOf(challenge);
    const reply = await check(challenge, left + 3, handTrail(left + 3, 501));
    expect(reply).toMatchObject({ status: 200, code: 0, data: { challenge } });
    expect(reply.data.seccode).toBe(`${reply.data.validate}|jordan`);
    expect((await spend(reply.data)).code).toBe(0);
  });

  it.each([
    ['left of the hole', -8],
    ['right of it', 8],
    ['far from it', 60],
  ])('let go %s is refused', async (_, off) => {
    const { challenge } = await issue();
    const left = (await answerOf(challenge)) + off;
    expect(await check(challenge, left, handTrail(left, 502))).toMatchObject(REFUSED);
  });

  it.each<[string, (left: number) => Trail]>([
    ['goes straight', (left) => Array.from({ length: 41 }, (_, i) => [(left * i) / 40, 0, i * 20])],
    [
      'leaps',
      (left) => [
        [0, 0, 0],
        [left, 1, 500],
      ],
    ],
    [
      'stops and leaps',
      (left) => [...Array.from({ length: 20 }, (_, i): [number, number, number] => [0, i % 2, i * 20]), [left, 0, 450]],
    ],
    ['is too quick', (left) => handTrail(left, 503).map(([x, y, ms]) => [x, y, ms / 10])],
    ['ends elsewhere', (left) => handTrail(left / 2, 504)],
  ])('a robot that %s is refused, and its challenge is used up', async (_, trail) => {
    const { challenge } = await issue();
    const left = await answerOf(challenge);
    expect(await check(challenge, left, trail(left))).toMatchObject(REFUSED);
    expect(await check(challenge, left, handTrail(left, 505))).toMatchObject(REFUSED);
  });

  it('may be checked once: neither a second look nor twenty at once give a second proof', async () => {
    const { challenge } = await issue();
    const left = await answerOf(challenge);
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) => check(challenge, left, handTrail(left, 600 + index))),
    );
    expect(replies.filter(({ code }) => code === 0)).toHaveLength(1);
    expect(await check(challenge, left, handTrail(left, 700))).toMatchObject(REFUSED);
  });

  it('is not solved by the recording of a drag that was good before', async () => {
    const recorded = handTrail(150, 800);
    const lefts: number[] = [];
    for (let round = 0; round < 2; round += 1) {
      const { challenge } = await issue();
      // Chance puts the hole at the same place.
      await world.test.services.database.db
        .updateTable('captcha_challenge')
        .set({ answer: 150 })
        .where('id', '=', challenge)
        .execute();
      lefts.push((await check(challenge, 150, recorded)).code);
    }
    expect(lefts).toEqual([0, codeOf('CAPTCHA_FAILED')]);
  });

  it('is over after two minutes', async () => {
    const { challenge } = await issue();
    const left = await answerOf(challenge);
    world.pass(121);
    expect(await check(challenge, left, handTrail(left, 900))).toMatchObject(REFUSED);
  });

  it('that was never given out, or is malformed, is refused', async () => {
    expect(await check('0'.repeat(32), 100, handTrail(100, 901))).toMatchObject(REFUSED);
    const { challenge } = await issue();
    const wrong = { status: 422, code: codeOf('INVALID_BODY') };
    expect(await check(challenge, -1, handTrail(100))).toMatchObject(wrong);
    expect(await check(challenge, 100, [])).toMatchObject(wrong);
    expect(
      await check(
        challenge,
        100,
        Array.from({ length: 301 }, () => [0, 0, 0]),
      ),
    ).toMatchObject(wrong);
    expect(await check(challenge, 100, [[0, 0]] as never)).toMatchObject(wrong);
    expect(await check(challenge, 100, [['0', '0', '0']] as never)).toMatchObject(wrong);
  });
});

describe('asking for captchas without end', () => {
  it('draws one at a time and refuses a request that comes while a queue of 64 waits', async () => {
    const artist = new Artist();
    const drawn = await Promise.allSettled(Array.from({ length: 80 }, () => artist.draw(false)));
    expect(drawn.filter(({ status }) => status === 'fulfilled')).toHaveLength(64);
    expect(drawn.at(-1)).toMatchObject({ status: 'rejected', reason: { failure: 'UNAVAILABLE' } });
    expect((await artist.draw(false)).width).toBe(400);
  });

  it('is stopped for an address that asks too often', async () => {
    const app = fromOwnPage(await createApp(world.test.services, { signInLimit: 5 }));
    const statuses: number[] = [];
    for (let asked = 0; asked < 12; asked += 1) {
      statuses.push((await app.inject({ method: 'GET', url: '/api/captcha/v2' })).statusCode);
    }
    await app.close();
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429]);
  });
});

describe('the proof of a captcha', () => {
  it('is good once', async () => {
    const proof = await solve();
    expect((await spend(proof)).code).toBe(0);
    expect(await spend(proof)).toMatchObject(REFUSED);
  });

  it('is good once of twenty uses at the same time', async () => {
    const proof = await solve();
    const replies = await Promise.all(Array.from({ length: 20 }, () => spend(proof)));
    expect(replies.filter(({ code }) => code === 0)).toHaveLength(1);
  });

  it('is over after two minutes', async () => {
    const proof = await solve();
    world.pass(121);
    expect(await spend(proof)).toMatchObject(REFUSED);
  });

  it('is bound to its challenge, and none of its fields may be made up', async () => {
    const [one, other] = [await solve(), await solve()];
    expect(await spend({ ...one, challenge: other.challenge })).toMatchObject(REFUSED);
    expect(await spend({ ...one, seccode: one.validate })).toMatchObject(REFUSED);
    expect(await spend({ ...one, validate: 'f'.repeat(32), seccode: `${'f'.repeat(32)}|jordan` })).toMatchObject(
      REFUSED,
    );
    const { challenge } = await issue();
    expect(await spend({ challenge, validate: 'x', seccode: 'x|jordan' })).toMatchObject(REFUSED);
    expect((await spend(one)).code).toBe(0);
  });

  it('is kept as a hash alone', async () => {
    const proof = await solve();
    const { rows } = await world.test.services.database.pool.query<{ line: string }>(
      'select captcha_challenge::text as line from captcha_challenge',
    );
    const kept = rows.map(({ line }) => line).join('\n');
    expect(kept).toContain(proof.challenge);
    expect(kept).not.toContain(proof.validate);
  });
});

describe('captchas that are over', () => {
  it('are cleared away as new ones are given out', async () => {
    for (let round = 0; round < 5; round += 1) await issue();
    world.pass(300);
    await issue();
    const { db } = world.test.services.database;
    expect(await db.selectFrom('captcha_challenge').select('id').execute()).toHaveLength(1);
  });
});
