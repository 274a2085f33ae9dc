import type { Company, CompanyChange } from '../../../../../src/features/provider/companies/model'
import type { Recurrence } from '../../../../../src/shared/enums'
import { limits } from '../../../../../src/shared/limits'
import {
  createForm,
  date,
  digits,
  email,
  isoDayOf,
  length,
  phone,
  phoneMask,
  type Rule,
  required,
} from '../../../../lib/form'
import { newPasswordLength } from '../../../../lib/password-bounds'
import { formatDate as dayOf, dueDay } from '../../../../lib/time'

/** The first admin of a new company. */
export const first = { isOfNewCompany: true }

export const makeForm = (company: Company | null) =>
  createForm(
    {
      name: company?.name ?? '',
      email: company?.email ?? '',
      phone: phoneMask(company?.phone ?? ''),
      planId: company ? String(company.planId) : '',
      dueDate: company ? dueDay(company.dueDate) : inDays(30),
      recurrence: (company?.recurrence ?? 'MENSAL') as string,
      status: company?.status ?? true,
      campaignsEnabled: company?.campaignsEnabled ?? true,
      adminName: '',
      invites: true,
      password: '',
    },
    {
      name: [required, length(limits.companyName)],
      email: [required, email],
      phone: [phone],
      planId: [required],
      dueDate: [required, date],
      ...(!company && { adminName: [required, length(limits.name)], password: [chosenPassword] }),
    },
    {
      ERR_COMPANY_NAME_ALREADY_EXISTS: 'name',
      ERR_EMAIL_TAKEN: 'email',
      ERR_WEAK_PASSWORD: 'password',
      ERR_NO_PLAN_FOUND: 'planId',
    },
  )
/** A password is typed only for a first admin who gets no link. */
const chosenPassword: Rule<string> = (password) => (password === '' ? null : newPasswordLength(first)(password))

export type CompanyForm = ReturnType<typeof makeForm>
export type Values = ReturnType<CompanyForm['values']>

/** Uses the local calendar; in UTC a Brazilian evening is already the next day. */
const inDays = (days: number) => dayOf(new Date(Date.now() + days * 24 * 3_600_000).toISOString())

/** Terms of a company as the server takes them. */
export const termsOf = ({ adminName: _, invites: __, password: ___, ...values }: Values) => ({
  ...values,
  phone: digits(values.phone),
  planId: Number(values.planId),
  dueDate: isoDayOf(values.dueDate) ?? '',
  recurrence: values.recurrence as Recurrence,
})

/** Terms that the person has changed, so that others, such as a due date that a payment has moved meanwhile, stay. */
export function changedTerms(form: CompanyForm): CompanyChange {
  const changed = form.changedValues()
  return Object.fromEntries(Object.entries(termsOf(form.values())).filter(([name]) => name in changed))
}
