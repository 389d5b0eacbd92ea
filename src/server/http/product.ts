import { Complaints } from '#shared/complaints.ts';
import type { Environment } from '#server/environment.ts';
import { configuredAddress } from '#server/http/configured-address.ts';
import type { CustomerService, Product } from './client-files.ts';

/** The parameter by which the fast financing service recognises users who came from the chat. */
const CHANNEL = 'jingtu_chat';

function readCustomerService(env: Environment): CustomerService {
  return {
    phone: env['CUSTOMER_SERVICE_PHONE'] || undefined,
    email: env['CUSTOMER_SERVICE_EMAIL'] || undefined,
    hours: env['CUSTOMER_SERVICE_HOURS'] || undefined,
    url: configuredAddress('CUSTOMER_SERVICE_URL', env['CUSTOMER_SERVICE_URL'])?.href,
  };
}

/** The financing service with its channel, which replaces one in the address. */
function readFastFinancing(env: Environment): string | undefined {
  const address = configuredAddress('FAST_FINANCING_URL', env['FAST_FINANCING_URL']);
  address?.searchParams.set('channel', env['FAST_FINANCING_CHANNEL'] || CHANNEL);
  return address?.href;
}

/**
 * What the environment says about the product. @throws when an address in it is none, with words for the operator who
 * starts it
 */
export function readProduct(env: Environment): Product {
  const complaints = new Complaints();
  const customerService = complaints.from(() => readCustomerService(env));
  const fastFinancingUrl = complaints.from(() => readFastFinancing(env));
  complaints.refuse();
  return {
    name: env['PRODUCT_NAME'] || '鲸图',
    logoText: env['LOGO_TEXT'] || '鲸',
    customerService: customerService ?? {},
    fastFinancingUrl,
  };
}
