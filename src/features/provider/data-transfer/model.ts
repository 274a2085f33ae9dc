import { type Static, t } from 'elysia'
import { oneLine } from '../../../core/http/schemas'
import { exportKinds, exportStatuses, languages } from '../../../shared/enums'
import { limits } from '../../../shared/limits'
import { emailField } from '../../accounts/auth/model'

/** An export: the data of a contact or of the company as a file. */
export const DataExport = t.Object({
  id: t.Number(),
  kind: t.UnionEnum(exportKinds),
  contactId: t.Nullable(t.Number()),
  userName: t.String(),
  status: t.UnionEnum(exportStatuses),
  size: t.Number(),
  createdAt: t.String(),
  /** Signed URL, valid for 30 to 60 minutes; null until the file exists and after it is deleted. */
  url: t.Nullable(t.String()),
})
export type DataExport = Static<typeof DataExport>

/** The plan of the imported company, and a new name, for when its own is taken here. */
export const ImportQuery = t.Object({
  planId: t.Numeric({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, multipleOf: 1 }),
  name: t.Optional(
    t.String({ minLength: limits.companyName.min, maxLength: limits.companyName.max, pattern: oneLine }),
  ),
})
export type ImportQuery = Static<typeof ImportQuery>

/** Manifest of a company archive, its last member, beside the list of members. */
export interface CompanyManifest {
  product: 'balcao'
  kind: 'company'
  format: 1
  /** Newest migration of the exporting installation. */
  schema: string
  createdAt: string
  company: CompanyFacts
  /** Ids of media rows whose files did not exist. */
  missing: string[]
}

/** Exported fields of the company itself. Its licence is not exported: the importing provider decides it. */
export const CompanyFacts = t.Object({
  name: t.String({ minLength: limits.companyName.min, maxLength: limits.companyName.max, pattern: '\\S\\s*\\S' }),
  email: emailField,
  phone: t.String({ maxLength: 20 }),
  timeZone: t.String({ maxLength: limits.timeZone.max }),
  language: t.UnionEnum(languages),
  /** Opening hours as stored in their columns: JSON; empty means the usual hours. */
  schedules: t.Optional(t.String()),
  holidays: t.Optional(t.String()),
})
export type CompanyFacts = Static<typeof CompanyFacts>
