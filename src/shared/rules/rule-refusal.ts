/** Where in the text of an expression: `line` and `column` count from 1, `offset` from 0, all in UTF-16 units. */
export interface Position {
  readonly offset: number;
  readonly line: number;
  readonly column: number;
}

/** An expression that may not be used; `message` is Chinese, for the person who wrote it. */
export class RuleRefusal extends Error {
  readonly position: Position;

  constructor(message: string, source: string, offset: number) {
    super(message);
    this.name = 'RuleRefusal';
    const before = source.slice(0, offset).split('\n');
    this.position = { offset, line: before.length, column: (before.at(-1) ?? '').length + 1 };
  }

  /** The message with its place: `第 1 行第 6 列：没有字段“x”`. */
  get placed(): string {
    return `第 ${this.position.line} 行第 ${this.position.column} 列：${this.message}`;
  }
}
