import { readFileSync } from 'node:fs';
import path from 'node:path';
import { LEGAL_KINDS, type LegalKind } from '#schemas/api/legal.ts';

const DOCUMENTS = path.join(import.meta.dirname, 'documents');

/** The texts that ship: a line `title: …`, a line without anything, then Markdown. */
export const shippedTexts = (): { readonly kind: LegalKind; readonly title: string; readonly body: string }[] =>
  LEGAL_KINDS.map((kind) => {
    const text = readFileSync(path.join(DOCUMENTS, `${kind}.md`), 'utf8');
    const end = text.indexOf('\n\n');
    return { kind, title: text.slice(0, end).replace(/^title: /, ''), body: text.slice(end).trim() };
  });
