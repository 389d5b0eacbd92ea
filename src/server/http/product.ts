import type { CustomerService, Product } from './client-files.ts';

/** The parameter by which the fast financing service recognises users who came from the chat. */
const CHANNEL = 'jingtu_chat';

type Environment = Readonly<Record<string, string | undefined>>;

/** An address on the web as it was configured; undefined when none is. @throws when it is no http address */
function webAddress(name: string, text: string | undefined): URL | undefined {
  if (!text) return undefined;
  const address = URL.canParse(text) ? new URL(text) : undefined;
  if (!address || !/^https?:$/.test(address.protocol))
    throw new Error(`${name} 应为网址（如 https://example.com/），现在是“${text}”`);
  return address;
}

function readCustomerService(env: Environment): CustomerService {
  return {
    phone: env['CUSTOMER_SERVICE_PHONE'] || undefined,
    email: env['CUSTOMER_SERVICE_EMAIL'] || undefined,
    hours: env['CUSTOMER_SERVICE_HOURS'] || undefined,
    url: webAddress('CUSTOMER_SERVICE_URL', env['CUSTOMER_SERVICE_URL'])?.href,
  };
}

/** The financing service with its channel, which replaces one in the address. */
function readFastFinancing(env: Environment): string | undefined {
  const address = webAddress('FAST_FINANCING_URL', env['FAST_FINANCING_URL']);
  address?.searchParams.set('channel', env['FAST_FINANCING_CHANNEL'] || CHANNEL);
  return address?.href;
}

/**
 * What the environment says about the product. @throws when an address in it is none, with words for the operator who
 * starts it
 */
export function readProduct(env: Environment): Product {
  return {
    name: env['PRODUCT_NAME'] ?? '鲸图',
    logoText: env['LOGO_TEXT'] ?? '鲸',
    customerService: readCustomerService(env),
    fastFinancingUrl: readFastFinancing(env),
  };
}
