import { fastFinancingPath, hashAddress } from './router.ts';
import { pageMeta } from './product.ts';

/** How people reach customer service, as the server wrote it into the page; each may be missing. */
export interface CustomerService {
  readonly phone: string | undefined;
  readonly email: string | undefined;
  /** Opening hours, as text. */
  readonly hours: string | undefined;
  /** Address of a page on which staff answer. */
  readonly url: string | undefined;
}

export const customerService = (): CustomerService => ({
  phone: pageMeta('customer-service-phone'),
  email: pageMeta('customer-service-email'),
  hours: pageMeta('customer-service-hours'),
  url: pageMeta('customer-service-url'),
});

/** Address of the financing service that founders are offered, with its channel; where there is none, that of a page of ours. */
export const fastFinancingAddress = (from: 'chat' | 'contact_limit'): string =>
  pageMeta('fast-financing-url') ?? hashAddress(fastFinancingPath(from));
