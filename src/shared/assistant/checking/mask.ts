/** A folded text and which of its characters are explained by now. */
export class Mask {
  readonly text: string;
  readonly #covered: boolean[];

  constructor(text: string) {
    this.text = text;
    this.#covered = Array.from({ length: text.length }, () => false);
  }

  isCovered(at: number): boolean {
    return this.#covered[at] === true;
  }

  isFree(from: number, to: number): boolean {
    for (let at = from; at < to; at += 1) if (this.#covered[at]) return false;
    return true;
  }

  cover(from: number, to: number): void {
    this.#covered.fill(true, from, to);
  }

  /** Every place where a text is whole: no letter or digit that it begins or ends with goes on beside it. */
  places(text: string): number[] {
    const found: number[] = [];
    for (let at = this.text.indexOf(text); at >= 0; at = this.text.indexOf(text, at + 1))
      if (isWhole(this.text, at, at + text.length)) found.push(at);
    return found;
  }

  /** The characters that are not explained; a mark takes the place of each that is. */
  rest(): string {
    return Array.from(this.text, (character, at) => (this.#covered[at] ? COVERED : character)).join('');
  }
}

/** Takes the place of what is explained. */
export const COVERED = '□';

const GOES_ON = /[a-z\d]/;

function isWhole(text: string, from: number, to: number): boolean {
  const goesOn = (one: string, other: string) => GOES_ON.test(one) && GOES_ON.test(other);
  const decimal = /\d/.test(text.charAt(to - 1)) && /^[.,]\d/.test(text.slice(to, to + 2));
  const fraction = /\d/.test(text.charAt(from)) && /\d[.,]$/.test(text.slice(Math.max(0, from - 2), from));
  return (
    !decimal &&
    !fraction &&
    !goesOn(text.charAt(from - 1), text.charAt(from)) &&
    !goesOn(text.charAt(to - 1), text.charAt(to))
  );
}
