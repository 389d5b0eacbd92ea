import { Type, type Static } from 'typebox';
import { route } from './route.ts';

/** How long a code may be scanned and confirmed. */
export const QR_SECONDS = 120;

/** The state of a login by QR code. Unknown, foreign, refused and spent codes are all `expired`. */
export const QR_STATUS = { waiting: 0, scanned: 1, success: 2, expired: 3 } as const;
export const QrStatus = Type.Union([Type.Literal(0), Type.Literal(1), Type.Literal(2), Type.Literal(3)]);
export type QrStatus = Static<typeof QrStatus>;

/** 32 bytes and 24 bytes as base64url; anything shorter is a token that never was. */
const Token = Type.String({ minLength: 1, maxLength: 100 });
const Ticket = Type.String({ minLength: 1, maxLength: 100 });

export const readLoginId = route({
  method: 'GET',
  path: '/api/login/randomId',
  summary:
    'Marks this browser with the cookie kr_login_id, to which QR codes are bound; the id names the mark and opens nothing',
  action: 'passport.qrcode',
  reply: Type.Object({ randomId: Type.String() }),
});

export const makeQrCode = route({
  method: 'GET',
  path: '/api/qrcode/token',
  summary: 'A new QR code for the marked browser; the picture holds a ticket, not the token',
  action: 'passport.qrcode',
  reply: Type.Object({
    /** What the browser polls with. */
    token: Type.String(),
    /** A whole SVG document: the address of the phone page with the ticket. */
    svg: Type.String(),
    /** Seconds. */
    expiresIn: Type.Integer(),
  }),
});

export const readQrStatus = route({
  method: 'GET',
  path: '/api/qrcode/status',
  summary: 'Where a code stands, for the browser that asked for it; with status 2 that browser is signed in',
  action: 'passport.qrcode',
  query: Type.Object({ token: Token }),
  reply: Type.Object({ status: QrStatus }),
});

/** The browser that asks to be let in, as far as the server knows it. */
const AskingBrowser = Type.Object({
  /** What it is, in words: `Windows 电脑 · Chrome 131`. */
  words: Type.String(),
  address: Type.String(),
  /** ISO 8601. */
  askedAt: Type.String(),
});
export type AskingBrowser = Static<typeof AskingBrowser>;

const Scan = Type.Object({
  /** 1 to be decided, 2 confirmed by this person, 3 nothing to decide. */
  status: QrStatus,
  /** Only while there is something to decide. */
  browser: Type.Union([AskingBrowser, Type.Null()]),
  /** Seconds left to decide. */
  expiresIn: Type.Integer(),
});
export type Scan = Static<typeof Scan>;

export const scanQrCode = route({
  method: 'POST',
  path: '/api/qrcode/scan',
  summary: 'The signed-in phone has read a code: which browser asks; the code is this person’s from then on',
  action: 'passport.confirm',
  body: Type.Object({ ticket: Ticket }, { additionalProperties: false }),
  reply: Scan,
});

export const confirmQrCode = route({
  method: 'POST',
  path: '/api/qrcode/confirm',
  summary: 'Let the browser in, or not: status 2 when it will be, 3 otherwise',
  action: 'passport.confirm',
  body: Type.Object({ ticket: Ticket, accept: Type.Boolean() }, { additionalProperties: false }),
  reply: Type.Object({ status: QrStatus }),
});
