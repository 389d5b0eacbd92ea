import pg from 'pg';

const { builtins } = pg.types;
const RAW = (value: string) => value;

/** Days stay text, instants become ISO text: a Date would move a day across time zones. */
const PARSERS: Record<number, (value: string) => unknown> = {
  [builtins.DATE]: RAW,
  [builtins.TIMESTAMPTZ]: (value) => new Date(value).toISOString(),
};

/** How the driver reads the values of every connection. */
export const VALUE_TYPES = {
  getTypeParser: (oid: number, format?: string) => PARSERS[oid] ?? pg.types.getTypeParser(oid, format as never),
} as never;
