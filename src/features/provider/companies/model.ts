import { type Static, t } from 'elysia'
import { atLeastOneField, day, neverBlank, oneLine, pageNumber } from '../../../core/http/schemas'
import { languages, type Recurrence, recurrences } from '../../../shared/enums'
import { limits } from '../../../shared/limits'
import { emailField, nameField, newPassword } from '../../accounts/auth/model'
import { CreatedInvitation } from '../../accounts/invitations/model'
import { PlanFlags } from '../../platform/company/model'
import { Cancellation } from '../cancellation/model'

/** POST /companies/cadastro: the fields a public sign-up may set; the server decides the rest. */
export const Signup = t.Object({
  name: nameField,
  /** Name of the first user; the company's when a program sends none. */
  adminName: t.Optional(nameField),
  email: emailField,
  /** Brazilian number with area code; only the digits are stored. */
  phone: t.String({ maxLength: 20, pattern: `^(\\D*\\d){10,${limits.phone.max}}\\D*$` }),
  password: newPassword,
  planId: t.Number(),
  /**
   * The person is at least 18 years old, acts for the company, and accepts the provider's terms. Required when the
   * provider has terms.
   */
  consent: t.Optional(t.Boolean()),
  /** Language of the mail with the link, where sign-ups are confirmed. */
  language: t.Optional(t.UnionEnum(languages, { default: undefined })),
})
export type Signup = Static<typeof Signup>

export const SignedUp = t.Object({ id: t.Number(), name: t.String(), dueDate: t.String() })
export type SignedUp = Static<typeof SignedUp>

/** The new company, or `confirm`: it is made when the link of a mail is confirmed. */
export const SignUpAnswer = t.Partial(t.Composite([SignedUp, t.Object({ confirm: t.Literal(true) })]))
export type SignUpAnswer = Static<typeof SignUpAnswer>

/** POST /companies/cadastro/confirm: the fragment of the link. */
export const Confirmation = t.Object({ token: t.String({ minLength: 1, maxLength: 4000 }) })

const RecurrenceField = t.UnionEnum(Object.keys(recurrences) as [Recurrence, ...Recurrence[]])

/** A company as sent to the provider and to its own admin. */
export const Company = t.Object({
  id: t.Number(),
  name: t.String(),
  email: t.String(),
  phone: t.String(),
  planId: t.Number(),
  /** With the features that it allows. */
  plan: t.Composite([t.Object({ id: t.Number(), name: t.String() }), PlanFlags]),
  status: t.Boolean(),
  campaignsEnabled: t.Boolean(),
  dueDate: t.String(),
  /** Last day on which the company works: the due date and the days of grace after it. Read-only. */
  worksUntil: t.String(),
  /** Cancellation by the company. Read-only. */
  cancellation: t.Nullable(Cancellation),
  /** Day of the month agreed on; in a month that lacks it, `dueDate` is the last day. Read-only: follows `dueDate`. */
  billingDay: t.Number(),
  /** Whole days until the due date in the company's time zone; negative once it has passed. */
  daysLeft: t.Number(),
  recurrence: RecurrenceField,
  trialExpiration: t.Nullable(t.String()),
  timeZone: t.String(),
  language: t.UnionEnum(languages),
  /** True until the first person has an account: the first admin has an invitation. */
  isInvited: t.Boolean(),
  createdAt: t.String(),
})
export type Company = Static<typeof Company>

const terms = {
  name: t.String({ minLength: limits.companyName.min, maxLength: limits.companyName.max, pattern: oneLine }),
  email: emailField,
  /** Free form; only the digits are stored. */
  phone: t.String({ maxLength: 20 }),
  planId: t.Number(),
  status: t.Boolean(),
  campaignsEnabled: t.Boolean(),
  dueDate: day,
  /** `default: undefined`, because Elysia otherwise fills in the first value for a missing field. */
  recurrence: t.UnionEnum(Object.keys(recurrences) as [Recurrence, ...Recurrence[]], { default: undefined }),
}
/**
 * Missing terms default to those of a sign-up. The first admin's name defaults to the company's. Without a password the
 * first admin gets an invitation to choose it.
 */
export const NewCompany = t.Composite([
  t.Pick(t.Object(terms), ['name', 'email', 'planId']),
  t.Partial(t.Omit(t.Object(terms), ['name', 'email', 'planId'])),
  t.Object({ password: t.Optional(newPassword), adminName: t.Optional(nameField) }),
])
export type NewCompany = Static<typeof NewCompany>

/** `invitation` of a company that was made without a password; its link is in this answer only. */
export const CreatedCompany = t.Composite([Company, t.Object({ invitation: t.Optional(CreatedInvitation) })])
export type CreatedCompany = Static<typeof CreatedCompany>

export const CompanyChange = t.Partial(t.Object(terms), { ...atLeastOneField, ...neverBlank(['name', 'email']) })
export type CompanyChange = Static<typeof CompanyChange>

/** Fields that a company's own admin may change. */
export const Locale = t.Object(
  {
    timeZone: t.Optional(t.String({ minLength: 1, maxLength: limits.timeZone.max })),
    language: t.Optional(t.UnionEnum(languages, { default: undefined })),
  },
  atLeastOneField,
)
export type Locale = Static<typeof Locale>

export const CompanyQuery = t.Object({
  searchParam: t.Optional(t.String({ maxLength: limits.search.max })),
  pageNumber,
  cursor: t.Optional(t.String({ maxLength: 200 })),
})
export type CompanyQuery = Static<typeof CompanyQuery>
