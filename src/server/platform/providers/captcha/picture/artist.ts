import { Failure } from '#shared/errors.ts';
import { type Chance, realChance } from './chance.ts';
import { landscape, type Pixels } from './landscape.ts';
import { cutPuzzle } from './puzzle.ts';

/** A drawn captcha; pictures as `data:` URIs, lengths in pixels. */
export interface Drawn {
  readonly background: string;
  readonly piece: string;
  readonly width: number;
  readonly height: number;
  readonly pieceSize: number;
  readonly pieceTop: number;
  readonly answer: number;
}

/** A phone shows pictures smaller. */
const FOR_PHONE = { width: 390, height: 180, pieceSize: 48 };
const FOR_DESK = { width: 400, height: 180, pieceSize: 46 };
/** Landscapes are larger than a picture, so that each picture shows another part. */
const LAND = { width: 520, height: 300 };
const POOL = 12;
/** How many pictures a landscape is used for before another takes its place. */
const USES = 16;
/** Pictures being encoded at once, and waiting to be. */
const MAX_WAITING = 64;

const loadSharp = async () => (await import('sharp')).default;

/**
 * Draws captchas. Landscapes, the dear part, are drawn beforehand and shared; a captcha costs a cut and two small encodings,
 * one at a time, so that asking for captchas cannot take the processor from everybody else.
 */
export class Artist {
  readonly #chance: Chance;
  readonly #pool: { readonly land: Pixels; uses: number }[] = [];
  #painting: Promise<void> | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  constructor(chance: Chance = realChance) {
    this.#chance = chance;
  }

  /** @throws Failure UNAVAILABLE when too many wait already. */
  async draw(isPhone: boolean): Promise<Drawn> {
    if (this.#waiting >= MAX_WAITING) throw new Failure('UNAVAILABLE');
    this.#waiting += 1;
    const drawn = this.#last.then(() => this.#draw(isPhone));
    this.#last = drawn.catch(() => undefined);
    try {
      return await drawn;
    } finally {
      this.#waiting -= 1;
    }
  }

  async #draw(isPhone: boolean): Promise<Drawn> {
    const sharp = await loadSharp();
    const { width, height, pieceSize } = isPhone ? FOR_PHONE : FOR_DESK;
    const puzzle = cutPuzzle(await this.#takeLand(), width, height, pieceSize, this.#chance);
    const [background, piece] = await Promise.all([
      sharp(puzzle.picture.data, { raw: { width, height, channels: 3 } })
        .jpeg({ quality: 78 })
        .toBuffer(),
      sharp(puzzle.piece, { raw: { width: pieceSize, height: pieceSize, channels: 4 } })
        .png({ compressionLevel: 6 })
        .toBuffer(),
    ]);
    return {
      background: `data:image/jpeg;base64,${background.toString('base64')}`,
      piece: `data:image/png;base64,${piece.toString('base64')}`,
      width,
      height,
      pieceSize,
      pieceTop: puzzle.pieceTop,
      answer: puzzle.answer,
    };
  }

  /** A landscape of the pool; a used-up one is painted again in the background. */
  async #takeLand(): Promise<Pixels> {
    if (this.#pool.length === 0) await this.#paint();
    const index = this.#chance(0, this.#pool.length - 1);
    const taken = this.#pool[index];
    if (!taken) throw new Error('The pool of landscapes is empty.');
    taken.uses += 1;
    if (this.#pool.length < POOL || taken.uses >= USES) void this.#paintBeside(index);
    return taken.land;
  }

  async #paintBeside(worn: number): Promise<void> {
    if (this.#painting) return;
    const isFull = this.#pool.length >= POOL;
    this.#painting = this.#paint()
      .then(() => void (isFull && this.#pool.splice(worn, 1)))
      // The pool keeps what it has; the next captcha tries again.
      .catch(() => undefined)
      .finally(() => (this.#painting = undefined));
    await this.#painting;
  }

  async #paint(): Promise<void> {
    const sharp = await loadSharp();
    const svg = landscape(LAND.width, LAND.height, this.#chance);
    const data = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer();
    this.#pool.push({ land: { ...LAND, data }, uses: 0 });
  }
}
