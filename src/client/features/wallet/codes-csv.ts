import type { IssuedCodes } from '#schemas/api/orders.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';

/** A cell that no spreadsheet takes for a formula. */
const cell = (text: string): string => `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

/** Issued codes as a CSV file, with the mark by which spreadsheets know UTF-8. */
export function codesCsv({ codes, product, expiresAt }: IssuedCodes): string {
  // Codes end with the midnight behind their last day.
  const lastDay = shanghaiDay(new Date(new Date(expiresAt).getTime() - 1));
  const lines = codes.map((code) => [code, product.name, lastDay].map(cell).join());
  return `\uFEFF${['兑换码,商品,有效期至', ...lines].join('\r\n')}\r\n`;
}
