import { fold } from '#shared/text/fold.ts';
import { type DateClaim, dateClaims } from './date-claims.ts';
import { type Evidence, isName } from './evidence.ts';
import { Mask } from './mask.ts';
import { coverNames, inventedName, namesIn } from './name-claims.ts';
import { coverOrdinary, type NumberClaim, numberClaims, NUMERIC } from './number-claims.ts';
import { sentencesOf } from './sentences.ts';
import { isDateHeld, isNumberHeld } from './support.ts';

/** What of a model's words may be shown. */
export interface CheckedWords {
  readonly sentences: readonly string[];
  /** Sentences that were left out, with why. For tests and the log of sizes; never shown. */
  readonly dropped: readonly { readonly sentence: string; readonly why: string }[];
}

/** Leads elsewhere or is drawn as something else than text. */
const MARKUP = /\]\(|:\/\/|www\.|<[a-z!/]|&[a-z#]|\bjavascript\b|\p{Cc}/iu;
/** Advice, forecasts, and what a reader is to do: no result says them. */
const NO_STATEMENT =
  /建议|应该|应当|值得|推荐|看好|预计|预测|预期|有望|将会|势必|保证|稳赚|转账|汇款|扫码|微信|密码|验证码|点击|下载|登录|指令|规则|系统提示/u;

/** Numbers without a digit. */
const MULTIPLES = /翻了?.?番|翻倍|成倍|倍增|减半|过半|对半/u;

/** Characters of a sentence that is read. */
const MOST = 300;

const CLAUSE = /[;；。]|,(?!\d{3}(?!\d))/u;

interface Clause {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

function clausesOf(text: string): Clause[] {
  let from = 0;
  return text.split(CLAUSE).map((part) => {
    const clause = { from, to: from + part.length, text: part };
    from = clause.to + 1;
    return clause;
  });
}

/**
 * Keeps of a model's words the sentences of which every number, date and name is in the evidence, and that say something
 * of it. `known`: names of records that the words hold, whichever result has them. `today`: YYYY-MM-DD in Asia/Shanghai.
 */
export function checkWords(words: string, evidence: Evidence, known: readonly string[], today: string): CheckedWords {
  const names = known.map((name) => fold(name).trim());
  const sentences: string[] = [];
  const dropped: { sentence: string; why: string }[] = [];
  for (const sentence of sentencesOf(words)) {
    const why = faultOf(sentence, evidence, names, today);
    if (why === undefined) sentences.push(sentence);
    else dropped.push({ sentence, why });
  }
  return { sentences, dropped };
}

/** Why a sentence may not be shown; undefined where it may. */
function faultOf(sentence: string, evidence: Evidence, known: readonly string[], today: string): string | undefined {
  if (sentence.length > MOST) return 'too long';
  if (MARKUP.test(sentence)) return 'markup';
  const text = fold(sentence);
  if (NO_STATEMENT.test(text)) return 'no statement';
  if (MULTIPLES.test(text)) return 'number in words';
  const mask = new Mask(text);
  const held = namesIn(text, evidence);
  coverNames(mask, held);
  coverOrdinary(mask);
  const dates = dateClaims(mask);
  const numbers = numberClaims(mask);
  const rows = clausesOf(text).map((clause) => ({ clause, rows: rowsOf(clause, evidence) }));
  const at = ({ from }: { readonly from: number }) => rows.find(({ clause }) => from < clause.to) ?? rows.at(-1);
  const wrongDate = dates.find((claim) => !dateIsHeld(claim, text, at(claim)?.rows ?? [], evidence, today));
  if (wrongDate) return `date ${text.slice(wrongDate.from, wrongDate.to)}`;
  const wrongNumber = numbers.find((claim) => !numberIsHeld(claim, at(claim), evidence));
  if (wrongNumber) return `number ${text.slice(wrongNumber.from, wrongNumber.to)}`;
  const [left] = NUMERIC.exec(mask.rest()) ?? [];
  if (left !== undefined) return `number ${left}`;
  const name = inventedName(mask, evidence, known);
  if (name !== undefined) return `name ${name}`;
  return held.length + dates.length + numbers.length === 0 ? 'nothing of the data' : undefined;
}

const dateIsHeld = (claim: DateClaim, text: string, rows: readonly string[], evidence: Evidence, today: string) =>
  isDateHeld(claim, text.slice(claim.from, claim.to), rows, evidence, today);

const numberIsHeld = (
  claim: NumberClaim,
  at: { readonly clause: Clause; readonly rows: readonly string[] } | undefined,
  evidence: Evidence,
) => isNumberHeld(claim, at?.clause.text ?? '', at?.rows ?? [], evidence);

/** Rows that a clause names; a name within a longer one that it holds is not meant. */
function rowsOf({ text }: Clause, { rows }: Evidence): string[] {
  const found = rows.filter((row) => isName(row) && text.includes(row));
  return found.filter((row) => !found.some((other) => other !== row && other.includes(row)));
}
