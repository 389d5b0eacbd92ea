import type { HiddenReason, MatchOrder, Weights } from '#schemas/api/match-lists.ts';

/** Whom a list is ranked for: what is kept, by its id, or conditions that are kept nowhere. */
export type MatchSubject =
  | { readonly kind: 'project' | 'request' | 'mandate'; readonly id: string }
  | { readonly kind: 'draft' };

/** How a list is ranked, as its address says. */
export interface MatchAsked {
  readonly order: MatchOrder;
  readonly subject?: MatchSubject | undefined;
  readonly lift: readonly HiddenReason[];
  readonly only?: HiddenReason | undefined;
  readonly weights: Weights;
}

export const PLAIN_MATCH: MatchAsked = { order: 'likely', lift: [], weights: {} };

const LETTERS = { project: 'p', request: 'r', mandate: 'm' } as const;
const KINDS = { p: 'project', r: 'request', m: 'mandate' } as const;
const REASONS: readonly HiddenReason[] = [
  'unfit',
  'held',
  'advisor',
  'paused',
  'over',
  'currency',
  'cheque',
  'revenue',
];
const SUBJECT = /^([prm])([1-9][0-9]{0,17})$/;
const WEIGHT = /^([$A-Za-z0-9]{1,40})\.(0|0\.5|1|1\.5|2)$/;

/**
 * As a part of an address: `likely_p7_lift.held_w.industry.2`. What is as usual is left out, but for a mandate, which has weights
 * of its own.
 */
export function writeMatch({ order, subject, lift, only, weights }: MatchAsked): string {
  const who = subject && (subject.kind === 'draft' ? 'draft' : LETTERS[subject.kind] + subject.id);
  return [
    order,
    ...(who === undefined ? [] : [who]),
    ...lift.map((reason) => `lift.${reason}`),
    ...(only === undefined ? [] : [`only.${only}`]),
    ...Object.entries(weights).flatMap(([key, weight]) =>
      weight === 1 && subject?.kind !== 'mandate' ? [] : [`w.${key}.${weight}`],
    ),
  ].join('_');
}

/** Reads what `writeMatch` wrote; what cannot be read is left out. */
export function readMatch(text: string): MatchAsked {
  const [order, ...parts] = text.split('_');
  let subject: MatchSubject | undefined;
  const lift: HiddenReason[] = [];
  let only: HiddenReason | undefined;
  const weights: Record<string, number> = {};
  for (const part of parts) {
    const [, letter, id = ''] = SUBJECT.exec(part) ?? [];
    const [head, rest] = [part.slice(0, part.indexOf('.')), part.slice(part.indexOf('.') + 1)];
    const reason = REASONS.find((one) => one === rest);
    const [, key, weight] = WEIGHT.exec(rest) ?? [];
    if (part === 'draft') subject = { kind: 'draft' };
    else if (letter) subject = { kind: KINDS[letter as keyof typeof KINDS], id };
    else if (head === 'lift' && reason) lift.push(reason);
    else if (head === 'only') only = reason;
    else if (head === 'w' && key !== undefined) weights[key] = Number(weight);
  }
  return { order: order === 'focused' ? 'focused' : 'likely', subject, lift, only, weights };
}
