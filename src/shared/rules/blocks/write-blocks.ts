import type { Block, Group, Line, ValueBlock } from './block.ts';
import type { Operand } from './operands.ts';

type Operands = ReadonlyMap<string, Operand>;

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', "'": "\\'", '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** A text as CEL writes it. */
export const quoted = (text: string): string => `'${text.replaceAll(/[\\'\n\r\t]/g, (mark) => ESCAPES[mark] ?? mark)}'`;

const SAFE_WHOLE = /^-?\d{1,15}$/;
const FRACTION = /^-?\d{1,40}\.\d{1,40}$/;

/** Digits as CEL writes a number; one that is too large for a literal is read from its text. */
const writtenNumber = (digits: string): string =>
  SAFE_WHOLE.test(digits) || FRACTION.test(digits) ? digits : `dec(${quoted(digits)})`;

/** One value that an operand is compared with. */
function literal(value: unknown, operand: Operand | undefined): string {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : value;
  if (typeof id === 'boolean') return String(id);
  return operand?.kind === 'number' ? writtenNumber(String(id)) : quoted(String(id));
}

const list = (value: unknown, operand: Operand | undefined): string =>
  `[${(Array.isArray(value) ? (value as unknown[]) : [value]).map((entry) => literal(entry, operand)).join(', ')}]`;

const SIGNS: Readonly<Partial<Record<Line['op'], string>>> = {
  eq: '==',
  ne: '!=',
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
  on: '==',
  before: '<',
  after: '>',
  notBefore: '>=',
  notAfter: '<=',
};

function writeLine({ operand: path, op, value, other }: Line, operands: Operands): string {
  const operand = operands.get(path);
  const one = () => other ?? literal(value ?? '', operand);
  const many = () => other ?? list(value ?? [], operand);
  const sign = SIGNS[op];
  if (sign !== undefined) {
    if (operand?.kind === 'flag' && other === undefined) return value === false ? `!${path}` : path;
    return `${path} ${sign} ${one()}`;
  }
  switch (op) {
    case 'contains':
    case 'startsWith':
    case 'endsWith':
      return `${path}.${op}(${one()})`;
    case 'notContains':
      return `!${path}.contains(${one()})`;
    case 'in':
      return `${path} in ${many()}`;
    case 'notIn':
      return `!(${path} in ${many()})`;
    case 'containsAny':
      return `${path}.exists(x, x in ${many()})`;
    case 'containsNone':
      return `!${path}.exists(x, x in ${many()})`;
    case 'containsAll':
      if (other === undefined && Array.isArray(value) && value.length === 1)
        return `${literal(value[0], operand)} in ${path}`;
      return `${many()}.all(x, x in ${path})`;
    case 'empty':
      return `blank(${path})`;
    default:
      return `has(${path})`;
  }
}

function writeGroup({ join, isNegated, members }: Group, operands: Operands): string {
  const parts = members.map((member) => {
    const text = writeBlock(member, operands);
    return member.kind === 'group' && !member.isNegated && member.members.length > 1 ? `(${text})` : text;
  });
  const text = parts.length === 0 ? 'true' : parts.join(join === 'and' ? ' && ' : ' || ');
  return isNegated ? `!(${text})` : text;
}

/** A condition in CEL. */
export const writeBlock = (block: Block, operands: Operands): string =>
  block.kind === 'line' ? writeLine(block, operands) : writeGroup(block, operands);

const isCompound = ({ kind }: ValueBlock): boolean => kind === 'chain' || kind === 'choice';

/** A value in CEL. */
export function writeValue(block: ValueBlock, operands: Operands): string {
  const inner = (part: ValueBlock) => {
    const text = writeValue(part, operands);
    return isCompound(part) ? `(${text})` : text;
  };
  switch (block.kind) {
    case 'operand':
      return block.path;
    case 'literal':
      if (block.type === 'texts') return list(block.value ?? [], undefined);
      if (block.type === 'number') return writtenNumber(String(block.value));
      return block.type === 'flag' ? String(block.value === true) : quoted(String(block.value ?? ''));
    case 'call':
      return `${block.name}(${block.parameters.map((part) => writeValue(part, operands)).join(', ')})`;
    case 'choice':
      return `${writeBlock(block.test, operands)} ? ${inner(block.yes)} : ${inner(block.no)}`;
    case 'chain': {
      let text = inner(block.first);
      let isSum = false;
      for (const { op, value } of block.steps) {
        const adds = op === '+' || op === '-';
        text = `${isSum && !adds ? `(${text})` : text} ${op} ${inner(value)}`;
        isSum = adds;
      }
      return text;
    }
  }
}
