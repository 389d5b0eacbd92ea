import { useEffect, useMemo } from 'react';

/** The bytes of a `data:` address with base64. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

/** What a `data:` address with base64 holds. */
function blobOf(address: string): Blob {
  const [head = '', text = ''] = address.split(',');
  return new Blob([bytesOf(text)], { type: /^data:([^;]+)/.exec(head)?.[1] ?? '' });
}

/**
 * An address in this page for a picture that came as text, as the Content-Security-Policy lets no other through: a `data:`
 * address with base64, or a whole SVG document. Undefined without a picture.
 */
export function useBlobAddress(picture: string | undefined): string | undefined {
  const address = useMemo(() => {
    if (picture === undefined) return undefined;
    const blob = picture.startsWith('data:') ? blobOf(picture) : new Blob([picture], { type: 'image/svg+xml' });
    return URL.createObjectURL(blob);
  }, [picture]);
  useEffect(() => () => (address === undefined ? undefined : URL.revokeObjectURL(address)), [address]);
  return address;
}
