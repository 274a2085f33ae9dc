import { useEffect } from 'react'
import type { CreatedInvitation } from '../../../../../src/features/accounts/invitations/model'
import type { Company } from '../../../../../src/features/provider/companies/model'
import { type Recurrence, recurrences } from '../../../../../src/shared/enums'
import { limits } from '../../../../../src/shared/limits'
import { DateField } from '../../../../components/date-field'
import { TextField } from '../../../../components/field'
import { FormDialog } from '../../../../components/form-dialog'
import { PasswordField } from '../../../../components/password-field'
import { Select } from '../../../../components/select'
import { SwitchField } from '../../../../components/switch-field'
import { phoneMask, useForm } from '../../../../lib/form'
import { useList } from '../../../../lib/list'
import { formatMoney } from '../../../../lib/money'
import { passwordBounds } from '../../../../lib/password-bounds'
import { useMe } from '../../../../lib/session'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { plans } from '../plans/store'
import { type CompanyForm, changedTerms, first, makeForm, termsOf, type Values } from './company-form'
import { createCompany, saveCompany } from './store'

const periods = Object.keys(recurrences) as Recurrence[]

interface Props {
  company: Company | null
  /** Receives the link of the first admin, once. */
  onInvited: (created: CreatedInvitation, company: string) => void
  onClose: () => void
}

/** Form of a company; a new one includes its first admin. */
export function CompanyDialog({ company, onInvited, onClose }: Props) {
  const { t } = useTranslation()
  const form = useForm(() => makeForm(company))
  const send = async (values: Values) => {
    const { adminName, invites, password } = values
    const invitation = company
      ? await saveCompany(company, changedTerms(form))
      : await createCompany({ ...termsOf(values), adminName, ...(invites ? {} : { password }) })
    onClose()
    if (invitation) onInvited(invitation, values.name)
  }
  return (
    <FormDialog
      isPanel
      form={form}
      send={send}
      title={company ? t('companies.edit') : t('companies.add')}
      onClose={onClose}
      className="grid gap-4 sm:grid-cols-2"
    >
      <TextField
        field={form.field('name')}
        label={t('companies.name')}
        maxLength={limits.companyName.max}
        autoComplete="off"
        autoFocus
        className="sm:col-span-2"
      />
      <TextField
        field={form.field('email')}
        label={t('companies.email')}
        type="email"
        inputMode="email"
        maxLength={limits.email.max}
        problemTexts={{ ERR_EMAIL_TAKEN: t('users.emailTaken') }}
        autoComplete="off"
      />
      <TextField
        field={form.field('phone')}
        label={t('companies.phone')}
        type="tel"
        inputMode="tel"
        mask={phoneMask}
        autoComplete="off"
        optional
      />
      {!company && <FirstAdmin form={form} />}
      <Terms form={form} plan={company?.plan} />
      <Flags form={form} isOwn={useMe().companyId === company?.id} />
    </FormDialog>
  )
}

function FirstAdmin({ form }: { form: CompanyForm }) {
  const { t } = useTranslation()
  const invites = useValue(form.field('invites').value)
  return (
    <>
      <TextField
        field={form.field('adminName')}
        label={t('companies.adminName')}
        maxLength={limits.name.max}
        autoComplete="off"
      />
      <div className="sm:col-span-2">
        <SwitchField field={form.field('invites')} label={t('companies.invites')} hint={t('companies.invitesHint')} />
      </div>
      {!invites && (
        <PasswordField
          field={form.field('password')}
          label={t('companies.password')}
          hint={t('users.passwordHint', passwordBounds(first))}
          autoComplete="new-password"
        />
      )}
    </>
  )
}

/** The company's own plan is a choice while the plans are loaded. */
function Terms({ form, plan: own }: { form: CompanyForm; plan?: Company['plan'] }) {
  const { t } = useTranslation()
  const { rows } = useList(plans)
  const choices = own && !rows.some(({ id }) => id === own.id) ? [own, ...rows] : rows
  const planId = useValue(form.field('planId').value)
  const recurrence = useValue(form.field('recurrence').value)
  const plan = rows.find(({ id }) => String(id) === planId)
  useEffect(() => void plans.reload(), [])
  return (
    <>
      <Select
        field={form.field('planId')}
        label={t('companies.plan')}
        placeholder=" "
        choices={choices.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      <Select
        field={form.field('recurrence')}
        label={t('companies.recurrence')}
        hint={plan && t(`companies.pays.${recurrence as 'MENSAL'}`, { value: formatMoney(plan.value) })}
        choices={periods.map((value) => ({ value, label: t(`companies.recurrences.${value}`) }))}
      />
      <DateField field={form.field('dueDate')} label={t('companies.dueDate')} />
    </>
  )
}

function Flags({ form, isOwn }: { form: CompanyForm; isOwn: boolean }) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col gap-1 sm:col-span-2">
      {!isOwn && (
        <SwitchField field={form.field('status')} label={t('companies.status')} hint={t('companies.statusHint')} />
      )}
      <SwitchField field={form.field('campaignsEnabled')} label={t('companies.campaigns')} />
    </div>
  )
}
