/** Types of the endings that files here may have. */
const TYPES: Readonly<Record<string, string>> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.gif': 'image/gif',
  '.pdf': 'application/pdf',
  '.doc': 'application/msword',
  '.xls': 'application/vnd.ms-excel',
  '.ppt': 'application/vnd.ms-powerpoint',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.pptx': 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
};

/** The type that the extension of a name denotes; undefined where it denotes none. */
export const typeOfName = (name: string): string | undefined => TYPES[/\.[^.]*$/.exec(name.toLowerCase())?.[0] ?? ''];

/**
 * Does a list of kinds, as in the `accept` attribute (`.pdf,image/*`), take a file of this type? Extensions are read as
 * the types that they denote, so that a picture with another extension is still a picture. No list takes everything.
 */
export function acceptsType(accept: string | undefined, type: string): boolean {
  const kinds = (accept ?? '')
    .split(',')
    .map((kind) => kind.trim().toLowerCase())
    .filter(Boolean);
  return (
    kinds.length === 0 ||
    kinds.some((kind) => {
      if (kind.startsWith('.')) return TYPES[kind] === type;
      return kind.endsWith('/*') ? type.startsWith(kind.slice(0, -1)) : kind === type;
    })
  );
}

const KIND = /^[a-z]+\/(?:\*|[a-z0-9][a-z0-9.+-]*)$/;

/** Entries of a list of kinds that take no file at all: neither an ending that files here may have, nor a type. */
export const unknownKinds = (accept: string): readonly string[] => {
  const kinds = accept.split(',').map((kind) => kind.trim());
  const isKnown = (kind: string) => (kind.startsWith('.') ? Object.hasOwn(TYPES, kind) : KIND.test(kind));
  return kinds.filter((kind) => !isKnown(kind.toLowerCase()));
};

/** The ending, with its dot, that a file of a type is called by; undefined for a type that is not taken. */
export const endingOfType = (type: string): string | undefined =>
  Object.entries(TYPES).find(([, known]) => known === type)?.[0];
