import type { ImportMapping, StubField } from '#schemas/metadata/import-mapping.ts';
import type { Columns } from './columns.ts';
import { keyText } from './cell-text.ts';

/** Where the text of a field comes from in a row. */
export interface TextSource {
  /** What reports call it. */
  readonly name: string;
  /** Indexes of the columns it reads. */
  readonly columns: readonly number[];
  readonly text: (cells: readonly string[]) => string;
}

/** Finds the columns of a field's text. A constant has none: its text is blank in every row. */
export function textSource(
  field: StubField,
  mapping: ImportMapping,
  columns: Columns,
  path: string,
  isKey: boolean,
): TextSource {
  if (field.template !== undefined) return templateSource(field.template, mapping, columns, `${path}/template`);
  const named = field.columns ?? (field.column === undefined ? [] : [field.column]);
  const places = named.map((column, index) =>
    columns.index(column, field.columns ? `${path}/columns/${index}` : `${path}/column`),
  );
  const name = places.map((place) => columns.name(place)).join('+');
  const [only] = places;
  if (only === undefined) return { name, columns: places, text: () => '' };
  if (places.length === 1) return { name, columns: places, text: (cells) => cells[only] ?? '' };
  const join = field.join ?? ' ';
  const filled = (cells: readonly string[]) => places.map((place) => (cells[place] ?? '').trim());
  return {
    name,
    columns: places,
    text: (cells) => (isKey ? keyText(filled(cells)) : filled(cells).filter(Boolean).join(join)),
  };
}

function templateSource(template: string, mapping: ImportMapping, columns: Columns, path: string): TextSource {
  const pieces = template.split(/(\{[^{}]+\})/u).map((piece) => {
    const [, heading, mapName] = /^\{([^{}:]+)(?::([^{}]+))?\}$/u.exec(piece) ?? [];
    if (heading === undefined) return { text: piece };
    return { place: columns.index(heading, path), map: mapName === undefined ? undefined : mapping.maps?.[mapName] };
  });
  const places = pieces.flatMap((piece) => (piece.place === undefined ? [] : [piece.place]));
  return {
    name: places.map((place) => columns.name(place)).join('+'),
    columns: places,
    text: (cells) =>
      pieces
        .map((piece) => {
          if (piece.place === undefined) return piece.text;
          const text = (cells[piece.place] ?? '').trim();
          return piece.map && Object.hasOwn(piece.map, text) ? String(piece.map[text] ?? '') : text;
        })
        .join(''),
  };
}
