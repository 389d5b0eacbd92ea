import { openCompanies } from './million-companies.ts';
const c = await openCompanies();
await c?.drop();
