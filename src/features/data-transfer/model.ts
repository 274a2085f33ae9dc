import { type Static, t } from 'elysia'
import { exportKinds, exportStatuses, languages } from '../../shared/enums'
import { limits } from '../../shared/limits'
import { emailField } from '../auth/model'

/** A file made for somebody to take away. */
export const DataExport = t.Object({
  id: t.Number(),
  kind: t.UnionEnum(exportKinds),
  contactId: t.Nullable(t.Number()),
  userName: t.String(),
  status: t.UnionEnum(exportStatuses),
  size: t.Number(),
  createdAt: t.String(),
  /** A signed address, good for an hour; null until the file is there, and when it is gone again. */
  url: t.Nullable(t.String()),
})
export type DataExport = Static<typeof DataExport>

/** Which plan the company comes to; another name, when its own is taken here. */
export const ImportQuery = t.Object({
  planId: t.Numeric({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, multipleOf: 1 }),
  name: t.Optional(t.String({ minLength: limits.companyName.min, maxLength: limits.companyName.max })),
})
export type ImportQuery = Static<typeof ImportQuery>

/** The last member of a company's file, beyond the list of its files. */
export interface CompanyManifest {
  product: 'balcao'
  kind: 'company'
  format: 1
  /** The newest migration of where it was made. */
  schema: string
  createdAt: string
  company: CompanyFacts
  /** Files the database spoke of that were not there. */
  missing: string[]
}

/** What a company says of itself; its licence is the business of whoever takes it in. */
export const CompanyFacts = t.Object({
  name: t.String({ minLength: limits.companyName.min, maxLength: limits.companyName.max, pattern: '\\S\\s*\\S' }),
  email: emailField,
  phone: t.String({ maxLength: 20 }),
  timeZone: t.String({ maxLength: limits.timeZone.max }),
  language: t.UnionEnum(languages),
  /** As two columns keep them: JSON, and empty for the usual ones. */
  schedules: t.Optional(t.String()),
  holidays: t.Optional(t.String()),
})
export type CompanyFacts = Static<typeof CompanyFacts>
