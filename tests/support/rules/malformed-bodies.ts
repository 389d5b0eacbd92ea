import type { TSchema } from 'typebox';
import type { Route } from '#schemas/api/route.ts';
import type { Prng } from '#tests/support/prng.ts';

/** A body as it travels. `type` is its content type. */
export interface SentBody {
  readonly payload: string;
  readonly type: string;
}

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

/** Values that are wrong nearly everywhere: of another type, out of bounds, or with letters that mean something somewhere. */
const ODD: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  2 ** 53,
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\u202e',
  '😀'.repeat(300),
  'x'.repeat(20_000),
  "'; drop table account; --",
  '__proto__',
  'constructor',
  'toString',
  '99999999999999999999',
  '-1',
  'NaN',
  '2026-13-45',
  '../../etc/passwd',
  '${7*7}',
  '=1+1',
  '<script>alert(1)</script>',
  'http://169.254.169.254/',
  '%00',
  [],
  {},
  [[]],
  [{}],
  [null],
  ['a', 'a'],
  { id: '1' },
  { $ne: null },
  { toString: 1 },
];
const ODD_NAMES = ['__proto__x', 'constructorx', 'id', 'uid', 'roles', 'staff', 'accountId', 'toString', 'nope', ''];

/** Names that conditions, values and definitions have, and some that nothing has. */
const PARTS =
  'field op value and or not values version filter sort fields definition apiName label type rules layouts options name kind show config title category publishedOn companies toString nope'.split(
    ' ',
  );

/** A tree of odd values under known names: for what a schema leaves to those who know the fields. */
function anything(random: Prng, depth = 0): unknown {
  if (depth > 3 || random.chance(0.4)) return random.pick([...ODD, 'eq', 'asc', 'title', '融资', 'InsightNews']);
  if (random.chance(0.3)) return Array.from({ length: random.int(0, 3) }, () => anything(random, depth + 1));
  return Object.fromEntries(
    Array.from({ length: random.int(0, 5) }, () => [random.pick(PARTS), anything(random, depth + 1)]),
  );
}

export interface Shape {
  readonly type?: string;
  readonly anyOf?: readonly Shape[];
  readonly allOf?: readonly Shape[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
  readonly minItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly pattern?: string;
}

/** Texts for the patterns that the wire has; one that fits none of them is refused, which is a test as well. */
const TEXTS = [
  '1',
  'InsightNews',
  'title',
  'round',
  '测试原因',
  'a-key-of-a-fuzz',
  '19900000009',
  '123456',
  '2026-11-21',
  '0123456789ABCDEF',
  'https://example.com/',
  '?page=1',
];

/** A value that a schema accepts, or nearly: enough to get behind the first check. */
function fitting(shape: Shape, random: Prng, depth = 0): unknown {
  if (shape.const !== undefined) return shape.const;
  if (shape.enum) return random.pick(shape.enum);
  if (shape.anyOf) return fitting(random.pick(shape.anyOf), random, depth + 1);
  if (shape.allOf) return Object.assign({}, ...shape.allOf.map((part) => fitting(part, random, depth + 1)));
  switch (shape.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(shape.properties ?? {}).map(([name, inner]) => [name, fitting(inner, random, depth + 1)]),
      );
    case 'array':
      return depth > 4 || !shape.items ? [] : [fitting(shape.items, random, depth + 1)];
    case 'integer':
    case 'number':
      return Math.min(Math.max(shape.minimum ?? 1, 1), shape.maximum ?? 1);
    case 'boolean':
      return random.chance(0.5);
    case 'null':
      return null;
    case 'string': {
      const { pattern, minLength = 0 } = shape;
      const fits = (text: string) => text.length >= minLength && (!pattern || new RegExp(pattern, 'u').test(text));
      return random.pick(
        TEXTS.filter(fits)
          .concat(pattern ? [] : ['文'.repeat(Math.max(1, minLength))])
          .concat('1'),
      );
    }
    default:
      return anything(random);
  }
}

/** A body or a query that a schema accepts, or nearly. */
export const fittingValue = (schema: TSchema | undefined, random: Prng): unknown =>
  fitting({ type: 'object', ...schema }, random);

/** Changes one place somewhere inside a value. */
function spoiled(value: unknown, random: Prng, depth = 0): unknown {
  if (depth > 0 && random.chance(0.4)) return random.pick(ODD);
  if (Array.isArray(value) && value.length > 0) {
    if (random.chance(0.2)) return [...(value as unknown[]), ...(value as unknown[])];
    const at = random.int(0, value.length - 1);
    return value.map((item: unknown, index) => (index === at ? spoiled(item, random, depth + 1) : item));
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return random.pick(ODD);
  const entries = Object.entries(value);
  if (entries.length === 0 || random.chance(0.2)) return { ...value, [random.pick(ODD_NAMES)]: random.pick(ODD) };
  const [name, inner] = random.pick(entries);
  if (random.chance(0.2)) return Object.fromEntries(entries.filter(([other]) => other !== name));
  return { ...value, [name]: spoiled(inner, random, depth + 1) };
}

export const asForm = (value: unknown): string =>
  new URLSearchParams(
    Object.entries(Object(value) as object).map(([name, inner]): [string, string] => [
      name,
      typeof inner === 'object' ? JSON.stringify(inner) : String(inner),
    ]),
  ).toString();

/** Bodies that are nothing of what the route takes, whatever it takes. */
function hopeless(good: unknown, isForm: boolean): SentBody[] {
  const text = JSON.stringify(good);
  const first = Object.keys(Object(good) as object)[0] ?? 'a';
  const deep = `${'['.repeat(3000)}${']'.repeat(3000)}`;
  return [
    { payload: '', type: JSON_TYPE },
    { payload: '{', type: JSON_TYPE },
    { payload: text.slice(0, -1), type: JSON_TYPE },
    { payload: 'null', type: JSON_TYPE },
    { payload: '[]', type: JSON_TYPE },
    { payload: '"text"', type: JSON_TYPE },
    { payload: '0', type: JSON_TYPE },
    { payload: `{"${first}":NaN}`, type: JSON_TYPE },
    { payload: `{"${first}":${deep}}`, type: JSON_TYPE },
    { payload: `{"__proto__":{"staff":true}}`, type: JSON_TYPE },
    { payload: `{"constructor":{"prototype":{"staff":true}}}`, type: JSON_TYPE },
    { payload: `{"${first}":1,"${first}":[]}`, type: JSON_TYPE },
    { payload: `{"${first}":"${'x'.repeat(1_100_000)}"}`, type: JSON_TYPE },
    { payload: `${first}=1&${first}=2&${first}[]=3&__proto__=1`, type: FORM_TYPE },
    { payload: `${first}=%FF%FE&%=1&=&&`, type: FORM_TYPE },
    { payload: isForm ? text : asForm(good), type: isForm ? JSON_TYPE : FORM_TYPE },
    { payload: text, type: 'text/plain' },
    { payload: text, type: 'application/xml' },
    { payload: '--x\r\nContent-Disposition: form-data; name="', type: 'multipart/form-data; boundary=x' },
    { payload: text, type: 'multipart/form-data' },
  ];
}

/** `count` bodies for a route: some hopeless, most of them right but for one to three places. The same for the same chance. */
export function malformedBodies(route: Route, random: Prng, count: number): SentBody[] {
  const isForm = route.encoding === 'form';
  const good = () => fittingValue(route.body, random);
  const bodies = hopeless(good(), isForm);
  while (bodies.length < count) {
    let body = good();
    for (let turn = random.int(1, 3); turn > 0; turn -= 1) body = spoiled(body, random);
    bodies.push(
      isForm ? { payload: asForm(body), type: FORM_TYPE } : { payload: JSON.stringify(body) ?? '', type: JSON_TYPE },
    );
  }
  return bodies;
}
