import type { Visibility } from '../../core/events'
import { can } from '../../shared/permissions'
import type { Announcement } from './announcements/model'
import type { Company } from './companies/model'
import type { DataExport } from './data-transfer/model'
import type { Invoice } from './invoices/model'
import type { SupportGrant } from './support/model'

/** Events of provider: entity → payload. */
declare module '../../core/events' {
  interface Events {
    /** A company of the installation, to super users only; `reload` when many changed at once. */
    tenant:
      | { action: 'create' | 'update'; company: Company }
      | { action: 'delete'; companyId: number }
      | { action: 'reload' }
    /** A support visit of the provider began or ended. */
    support: { action: 'start' | 'end'; grant: SupportGrant }
    /** To all users of all companies. */
    announcement:
      | { action: 'create' | 'update'; record: Announcement; isElsewhere?: boolean }
      | { action: 'delete'; id: number }
    /** State of a data export. */
    dataExport: { action: 'update'; export: DataExport }
    /** A payment to all users of the company; invoices only to viewers who may list them. */
    payment:
      | { action: 'CONCLUIDA'; company: { id: number; name: string; dueDate: string }; invoice?: Invoice }
      | { action: 'create' | 'update'; invoice: Invoice }
      | { action: 'delete'; invoiceId: number }
  }
}

/** Payload of each event for one viewer. */
export const providerEvents = {
  dataExport: (viewer, payload) => (can(viewer, 'company:export') ? payload : null),
  payment(viewer, payload) {
    if (can(viewer, 'invoice:list')) return payload
    return payload.action === 'CONCLUIDA' ? { action: payload.action, company: payload.company } : null
  },
  tenant: (viewer, payload) => (viewer.super ? payload : null),
  support: (_, payload) => payload,
  announcement(viewer, payload) {
    if (payload.action === 'delete' || viewer.super) return payload
    const { record, action, isElsewhere } = payload
    if (!record.status || isElsewhere) return { action: 'delete', id: record.id }
    // The names of other customers of the provider stay with the provider.
    return record.companies.length === 0 ? payload : { action, record: { ...record, companies: [] } }
  },
} satisfies Partial<Visibility>
