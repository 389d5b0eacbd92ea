import { createElement, type ReactNode } from 'react';
import type { ReferenceValue } from '#schemas/metadata/value.ts';
import { isOwnFile } from '#client/ui/field-types/texts/file-url.ts';
import './cells.css';

const LOGO = { className: 'link-logo', alt: '', loading: 'lazy', decoding: 'async', draggable: false } as const;

/** The picture before the name of a linked record, of a size that it has before it comes; nothing where there is none. */
export const linkLogo = ({ logo }: ReferenceValue): ReactNode =>
  logo !== undefined && isOwnFile(logo) ? createElement('img', { ...LOGO, src: logo }) : null;
