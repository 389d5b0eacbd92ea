import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import compress from '@fastify/compress';
import helmet from '@fastify/helmet';
import files from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { APPEARANCE_COOKIE } from '#shared/appearance.ts';
import { YEAR_SECONDS } from '#shared/time/durations.ts';

const NONCE_PLACE = '<meta name="csp-nonce" content="" />';
/** Where the hosted captcha brings its script, its look and its answers from. */
const CAPTCHA_HOSTS = ' https://static.geetest.com https://api.geetest.com';

/** No script but our own files, no eval; styles by a nonce that the page hands to the style library. */
const policy = (nonce: string, fileHosts: string, captcha: string): string =>
  [
    "default-src 'self'",
    `script-src 'self'${captcha}`,
    `style-src 'self' 'nonce-${nonce}'${captcha}`,
    // Pictures that imports name on other hosts are links: loading them would disclose to those hosts who reads what.
    `img-src 'self' blob:${fileHosts}${captcha}`,
    `connect-src 'self'${fileHosts}${captcha}`,
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/**
 * The page in the colours that its reader chose, from the cookie of the request: marked before it arrives, so that no page
 * begins in others.
 */
function coloured(page: string, cookie = ''): string {
  const [, chosen] = new RegExp(`(?:^|;\\s*)${APPEARANCE_COOKIE}=(light|dark)(?:;|$)`).exec(cookie) ?? [];
  if (chosen === undefined) return page;
  return page
    .replace('<html ', `<html data-appearance="${chosen}" `)
    .replace('name="color-scheme" content="light dark"', `name="color-scheme" content="${chosen}"`)
    .replaceAll(
      / *<meta name="theme-color" (content="[^"]*") media="\(prefers-color-scheme: (\w+)\)" \/>\n/g,
      (_tag, content, theme) => (theme === chosen ? `    <meta name="theme-color" ${content} />\n` : ''),
    );
}

/** How people reach those who help them; each may be missing. */
export interface CustomerService {
  readonly phone?: string | undefined;
  readonly email?: string | undefined;
  /** Service hours, in words. */
  readonly hours?: string | undefined;
  /** Address of a support page. */
  readonly url?: string | undefined;
}

/** What the product is called and where it leads beyond itself; the page carries all of it. */
export interface Product {
  readonly name: string;
  /** One or two characters drawn as the logo. */
  readonly logoText: string;
  readonly customerService?: CustomerService;
  /** Address of the financing service for founders, with its channel; undefined where there is none. */
  readonly fastFinancingUrl?: string | undefined;
}

const escape = (text: string): string => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** The page with what this product is. */
function named(page: string, { name, logoText, customerService = {}, fastFinancingUrl }: Product): string {
  const { phone, email, hours, url } = customerService;
  const metas = {
    'application-name': name,
    'logo-text': logoText,
    'customer-service-phone': phone,
    'customer-service-email': email,
    'customer-service-hours': hours,
    'customer-service-url': url,
    'fast-financing-url': fastFinancingUrl,
  };
  let text = page.replace(/<title>[^<]*/, () => `<title>${escape(name)}`);
  for (const [key, value = ''] of Object.entries(metas))
    text = text.replace(
      new RegExp(`(<meta name="${key}" content=")[^"]*`),
      (_, start: string) => start + escape(value),
    );
  return text;
}

/** Serves the built client: one page that is never cached, and hashed files that always are. `fileHosts` is where files go and come from when it is elsewhere. */
export async function serveClient(
  app: FastifyInstance,
  clientDir: string,
  product: Product,
  fileHosts: readonly string[] = [],
  isCaptchaHosted = false,
): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    // Only over https; see https.ts.
    strictTransportSecurity: false,
    // Nothing to others, and to ourselves what shows that a request comes from our own page where nothing else does.
    referrerPolicy: { policy: 'same-origin' },
  });
  await app.register(compress, { encodings: ['br', 'gzip'], threshold: 1024 });
  const page = named(await readFile(path.join(clientDir, 'index.html'), 'utf8'), product);
  if (!page.includes(NONCE_PLACE)) throw new Error('The client page has no place for the style nonce.');
  const hosts = fileHosts.filter((host) => URL.canParse(host)).map((host) => ` ${new URL(host).origin}`);
  const send = ({ headers }: FastifyRequest, reply: FastifyReply) => {
    const nonce = randomBytes(16).toString('base64');
    return reply
      .header('content-security-policy', policy(nonce, hosts.join(''), isCaptchaHosted ? CAPTCHA_HOSTS : ''))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(coloured(page, headers.cookie).replace(NONCE_PLACE, `<meta name="csp-nonce" content="${nonce}" />`));
  };
  app.get('/', { schema: { hide: true } }, send);
  app.get('/index.html', { schema: { hide: true } }, send);
  await app.register(files, {
    root: clientDir,
    index: false,
    serveDotFiles: false,
    maxAge: YEAR_SECONDS * 1000,
    immutable: true,
    schemaHide: true,
  });
}
