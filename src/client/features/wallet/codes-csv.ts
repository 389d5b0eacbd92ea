import type { IssuedCodes } from '#schemas/api/orders.ts';
import { lastDay } from './coin-words.ts';

/** A cell that no spreadsheet takes for a formula. */
const cell = (text: string): string => `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

/** Issued codes as a CSV file, with the mark by which spreadsheets know UTF-8. */
export function codesCsv({ codes, product, expiresAt }: IssuedCodes): string {
  const until = lastDay(expiresAt);
  const lines = codes.map((code) => [code, product.name, until].map(cell).join());
  return `\uFEFF${['兑换码,商品,有效期至', ...lines].join('\r\n')}\r\n`;
}
