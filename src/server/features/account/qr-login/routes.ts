import type {} from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import qrcode from 'qrcode';
import {
  confirmQrCode,
  makeQrCode,
  QR_SECONDS,
  QR_STATUS,
  readLoginId,
  readQrStatus,
  scanQrCode,
} from '#schemas/api/qr-login.ts';
import { Failure } from '#shared/errors.ts';
import type { Db } from '#server/db/database.ts';
import { mount } from '#server/http/mount.ts';
import { mark, markOf, unmark } from './login-mark.ts';
import { QrLogins } from './service.ts';

export interface QrLoginDeps {
  readonly db: Db;
  readonly now: () => Date;
  /** Where phones reach the product, e.g. `https://host`. @throws Failure UNAVAILABLE where that is not known. */
  readonly linkOrigin: () => string;
  /** Codes that one address may ask for in a minute; polls may be twenty times as many. */
  readonly codeLimit: number;
  /** What a browser is, in words, from its own words for itself. */
  readonly describe: (userAgent: string) => string;
  /** Opens a session of an account for the browser of a request. False when the account may not sign in. */
  readonly letIn: (accountId: string, request: FastifyRequest, reply: FastifyReply) => Promise<boolean>;
}

/** Characters of the mark's hash that name it. */
const ID_LENGTH = 16;
const POLLS_PER_CODE = 20;

/** Signing in by a phone that is signed in. */
export function qrLoginRoutes(app: FastifyInstance, deps: QrLoginDeps): void {
  const logins = new QrLogins(deps.db, deps.now, deps.describe);
  const limited = (max: number) => ({ rateLimit: { max, timeWindow: '1 minute' } });
  const codes = limited(deps.codeLimit);

  mount(
    app,
    readLoginId,
    async ({ request, reply }) => {
      void reply.header('cache-control', 'no-store');
      return { randomId: mark(request, reply).slice(0, ID_LENGTH) };
    },
    limited(deps.codeLimit * POLLS_PER_CODE),
  );

  mount(
    app,
    makeQrCode,
    async ({ request, reply }) => {
      const browserHash = markOf(request);
      if (browserHash === undefined) throw new Failure('INVALID_BODY', '请先打开登录页，并允许浏览器使用 Cookie');
      const origin = deps.linkOrigin();
      const userAgent = request.headers['user-agent'] ?? '';
      const { token, ticket } = await logins.make({ browserHash, userAgent, address: request.ip });
      const svg = await qrcode.toString(`${origin}/#/scan?ticket=${ticket}`, {
        type: 'svg',
        errorCorrectionLevel: 'M',
        margin: 2,
      });
      void reply.header('cache-control', 'no-store');
      return { token, svg, expiresIn: QR_SECONDS };
    },
    codes,
  );

  mount(
    app,
    readQrStatus,
    async ({ query, request, reply }) => {
      void reply.header('cache-control', 'no-store');
      const poll = await logins.poll(query.token, markOf(request));
      if (poll.status !== QR_STATUS.success) return { status: poll.status };
      if (!(await deps.letIn(poll.accountId, request, reply))) return { status: QR_STATUS.expired };
      unmark(request, reply);
      return { status: QR_STATUS.success };
    },
    limited(deps.codeLimit * POLLS_PER_CODE),
  );

  mount(app, scanQrCode, async ({ body, actor }) => logins.scan(body.ticket, actor.id), codes);

  mount(
    app,
    confirmQrCode,
    async ({ body, actor, request }) => {
      const of = { ticket: body.ticket, accountId: actor.id, sessionId: request.sessionId ?? '' };
      return { status: await logins.decide(of, body.accept) };
    },
    codes,
  );
}
