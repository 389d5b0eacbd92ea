// Written by `npm run schemas` from schemas/api/qr-login.ts: change it there.
import type * as source from '#schemas/api/qr-login.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const QR_SECONDS: typeof source.QR_SECONDS = 120;
export const QR_STATUS: typeof source.QR_STATUS = { waiting: 0, scanned: 1, success: 2, expired: 3 };
export const confirmQrCode: CallOf<typeof source.confirmQrCode> = { method: "POST", path: "/api/qrcode/confirm" };
export const makeQrCode: CallOf<typeof source.makeQrCode> = { method: "GET", path: "/api/qrcode/token" };
export const readLoginId: CallOf<typeof source.readLoginId> = { method: "GET", path: "/api/login/randomId" };
export const readQrStatus: CallOf<typeof source.readQrStatus> = { method: "GET", path: "/api/qrcode/status" };
export const scanQrCode: CallOf<typeof source.scanQrCode> = { method: "POST", path: "/api/qrcode/scan" };
