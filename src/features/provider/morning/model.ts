import { type Static, t } from 'elysia'
import { connectionReasons } from '../../../shared/enums'
import { limits } from '../../../shared/limits'
import { companyProblems, companySorts, planParts } from '../../../shared/morning'

/** Most rows of one part; `count` goes on up to `maxCountedLines`. */
export const maxShown = 8

const company = { companyId: t.Number(), company: t.String() }
const part = <R extends ReturnType<typeof t.Object>>(row: R) => t.Object({ count: t.Number(), rows: t.Array(row) })

/** A number that is not connected although it should be, or that WhatsApp has restricted. */
export const NumberTrouble = t.Object({
  ...company,
  whatsappId: t.Number(),
  name: t.String(),
  kind: t.UnionEnum(['down', 'timeLock', 'quota', 'refused']),
  /** Why it is down. */
  reason: t.Nullable(t.UnionEnum(connectionReasons)),
  /** Stored time of the change. */
  since: t.String(),
  /** End of a restriction as far as WhatsApp tells it. */
  until: t.Nullable(t.String()),
})
export type NumberTrouble = Static<typeof NumberTrouble>

export const LateInvoice = t.Object({
  ...company,
  id: t.Number(),
  /** Integer cents of BRL. */
  value: t.Number(),
  dueDate: t.String(),
  /** Whole days since the due date in the provider's time zone. */
  daysLate: t.Number(),
})
export type LateInvoice = Static<typeof LateInvoice>

/** An invoice that its company says it has paid, and the provider has not answered. */
export const WaitingClaim = t.Object({
  ...company,
  id: t.Number(),
  /** Integer cents of BRL. */
  value: t.Number(),
  claimedAt: t.String(),
})
export type WaitingClaim = Static<typeof WaitingClaim>

/** Money that arrived by a code of an open invoice with another amount than the invoice has. */
export const OtherAmount = t.Object({
  ...company,
  /** Id of the charge. */
  id: t.Number(),
  invoiceId: t.Number(),
  /** Amount of the code, and of the invoice, in integer cents of BRL. */
  amount: t.Number(),
  value: t.Number(),
  /** Time at which the payment service reported it. */
  at: t.String(),
})
export type OtherAmount = Static<typeof OtherAmount>

/** A company that has cancelled, and the last day of its paid time. */
export const CancelledCompany = t.Object({ ...company, on: t.String(), reason: t.String() })
export type CancelledCompany = Static<typeof CancelledCompany>

export const EndingTrial = t.Object({
  ...company,
  /** Last day, and whole days until it in the provider's time zone; negative once it has passed. */
  lastDay: t.String(),
  daysLeft: t.Number(),
})
export type EndingTrial = Static<typeof EndingTrial>

/** The part of its plan that a company uses most; `storage` in bytes. */
export const PlanUse = t.Object({
  ...company,
  part: t.UnionEnum(planParts),
  used: t.Number(),
  limit: t.Number(),
  percent: t.Number(),
})
export type PlanUse = Static<typeof PlanUse>

/** Jobs of one name of a company that were given up. */
export const ParkedJobs = t.Object({ ...company, job: t.String(), jobs: t.Number(), lastAt: t.String() })
export type ParkedJobs = Static<typeof ParkedJobs>

/** A webhook or an integration whose requests fail. */
export const FailingReceiver = t.Object({
  ...company,
  source: t.UnionEnum(['webhook', 'integration']),
  name: t.String(),
  failures: t.Number(),
  since: t.String(),
})
export type FailingReceiver = Static<typeof FailingReceiver>

export const NewCompanyLine = t.Object({ ...company, plan: t.String(), createdAt: t.String(), trial: t.Boolean() })
export type NewCompanyLine = Static<typeof NewCompanyLine>

/** Free space at the data of one process. */
export const DiskSpace = t.Object({
  node: t.String(),
  freeBytes: t.Number(),
  totalBytes: t.Number(),
  /** Bytes used up per day over the stored days; negative when space was freed, null with less than two days. */
  bytesPerDay: t.Nullable(t.Number()),
  /** Whole days until it is full at this rate; null when it does not fill up within a year. */
  fullInDays: t.Nullable(t.Number()),
  days: t.Array(t.Object({ day: t.String(), freeBytes: t.Number() })),
})
export type DiskSpace = Static<typeof DiskSpace>

const cents = t.Number()
/** Payments received, in integer cents of BRL. */
export const Revenue = t.Object({
  /** Calendar months in the provider's time zone, the present one last. */
  months: t.Array(t.Object({ month: t.String(), invoices: t.Number(), cents })),
  /** The month before the present one up to the same day and time. */
  before: t.Object({ invoices: t.Number(), cents }),
  /** Active paying companies, and their prices per month. */
  monthly: t.Object({ companies: t.Number(), cents }),
  /** Companies that paid for the first time in this month. */
  began: t.Number(),
  /** Paying companies whose licence has ended in this month, and their prices per month. */
  ended: t.Object({ companies: t.Number(), cents }),
})
export type Revenue = Static<typeof Revenue>

/** The provider's overview; without customers or messages of any company. */
export const Morning = t.Object({
  at: t.String(),
  numbers: part(NumberTrouble),
  claims: part(WaitingClaim),
  amounts: part(OtherAmount),
  invoices: t.Composite([part(LateInvoice), t.Object({ cents })]),
  trials: part(EndingTrial),
  cancellations: part(CancelledCompany),
  use: part(PlanUse),
  jobs: part(ParkedJobs),
  webhooks: part(FailingReceiver),
  newCompanies: part(NewCompanyLine),
  disks: t.Array(DiskSpace),
  /** Last backup: `at` is the time of the last success, `failures` the attempts since then. */
  backup: t.Object({
    kind: t.UnionEnum(['on', 'off', 'server']),
    at: t.Nullable(t.String()),
    failures: t.Number(),
  }),
  revenue: Revenue,
})
export type Morning = Static<typeof Morning>

const used = t.Object({ used: t.Number(), limit: t.Number() })
/** A company in the provider's table. `limit` 0 means no limit. */
export const CompanyLine = t.Object({
  id: t.Number(),
  name: t.String(),
  plan: t.String(),
  status: t.Boolean(),
  trial: t.Boolean(),
  dueDate: t.String(),
  daysLeft: t.Number(),
  users: used,
  connections: used,
  queues: used,
  /** In bytes. */
  storage: used,
  /** Largest of the four shares in percent. */
  percent: t.Number(),
  /** Time of the last message or visit; null for none. */
  activeAt: t.Nullable(t.String()),
  problems: t.Array(t.UnionEnum(companyProblems)),
})
export type CompanyLine = Static<typeof CompanyLine>

/** When and how a super user gets the overview. */
const wish = {
  /** Hour in the time zone of the person's company. */
  hour: t.Integer({ minimum: 0, maximum: 23 }),
  mail: t.Boolean(),
  /** Number for the message by WhatsApp, with which it is wanted; empty for none. */
  phone: t.String({ maxLength: limits.typedNumber.max }),
  /** Connection of the person's company that sends the message. */
  whatsappId: t.Nullable(t.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
}
export const OverviewWishInput = t.Object(wish)
export type OverviewWishInput = Static<typeof OverviewWishInput>

export const OverviewWish = t.Object({
  ...wish,
  /** False for an installation without a mail server. */
  canMail: t.Boolean(),
  /** Connections of the person's company. */
  connections: t.Array(t.Object({ id: t.Number(), name: t.String() })),
})
export type OverviewWish = Static<typeof OverviewWish>

export const CompanyLineQuery = t.Object({
  search: t.Optional(t.String({ maxLength: limits.search.max })),
  sort: t.Optional(t.UnionEnum(companySorts, { default: undefined })),
  order: t.Optional(t.UnionEnum(['asc', 'desc'], { default: undefined })),
  /** Only companies that need the provider. */
  attention: t.Optional(t.BooleanString()),
  cursor: t.Optional(t.String({ maxLength: 200 })),
})
export type CompanyLineQuery = Static<typeof CompanyLineQuery>
